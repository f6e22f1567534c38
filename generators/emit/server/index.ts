export type { EmittedServer } from './emit-server.js';
export { serverPackage, type ServerOptions, type ServerPackage } from './server-package.js';
export { handlersDoor, type HandledAs } from './handlers-door.js';
