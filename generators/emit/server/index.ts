/** The emitter of server packages. */
export { server, type ServerOptions } from './emitter.js';
export { serverApi, type ServerApi } from './server-api.js';
export type { ServerDialectName } from './server-dialect.js';
