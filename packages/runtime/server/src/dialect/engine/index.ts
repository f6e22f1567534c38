export { createEngineServer } from './engine-dialect.js';
export { EngineRouter } from './engine-router.js';
export type { ServerOptions } from './engine-dialect.js';
export { splitUrl } from './split-url.js';
