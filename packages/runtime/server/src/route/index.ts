export type { Match, RouteFinder } from './match.js';
export { EngineRouter } from './engine-router.js';
export { splitUrl } from './split-url.js';
export { TemplateRouter } from './template-router.js';
