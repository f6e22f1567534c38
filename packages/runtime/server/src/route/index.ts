export type { Match, RouteFinder } from './match.js';
export { Router } from './router.js';
export { splitUrl } from './split-url.js';
export { TemplateRouter } from './template-router.js';
