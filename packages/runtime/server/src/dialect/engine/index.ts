export { createEngineServer } from './create-engine-server.js';
export { EngineRouter } from './engine-router.js';
export type { ServerOptions } from './options.js';
export { splitUrl } from './split-url.js';
