/** The emitter of server packages. */
export { server, type ServerOptions } from './emitter.js';
export type { ServerDialectName } from './server-dialect.js';
