export { clientPackage, type ClientOptions, type ClientPackage } from './client-package.js';
export type { EmittedClient } from './emit-client.js';
export { callsDoor, type CalledAs } from './calls-door.js';
