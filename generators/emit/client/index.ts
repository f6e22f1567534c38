export { clientPackage, type ClientOptions, type ClientPackage } from './client-package.js';
export type { EmittedClient } from './emit-client.js';
export { callsApi } from './calls-api.js';
export { clientApi, type ClientApi } from './client-api.js';
export { clientRuntimes, type ClientRuntimeName } from './client-runtime.js';
export { clientRuntimeNamed } from './client-runtime-named.js';
