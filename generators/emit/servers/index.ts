/** The emitter of the package of all servers. */
export { servers, type ServersOptions } from './emitter.js';
export type { ServerConversions } from './servers-modules.js';
