export type { Match, RouteFinder } from './match.js';
export { TemplateRouter } from './template-router.js';
