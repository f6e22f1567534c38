/** The emitter of client packages. */
export type { ClientRuntimeName } from './client-runtime.js';
export { client, type ClientOptions } from './emitter.js';
