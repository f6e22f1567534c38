/** The emitter of client packages. */
export { clientApi, type ClientApi } from './client-api.js';
export type { ClientRuntimeName } from './client-runtime.js';
export { client, type ClientOptions } from './emitter.js';
