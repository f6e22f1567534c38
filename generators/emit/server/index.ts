export type { EmittedServer } from './emit-server.js';
export { serverPackage, type ServerOptions, type ServerPackage } from './server-package.js';
export { serverDialects, type ServerDialectName } from './server-dialect.js';
export { handlersApi } from './handlers-api.js';
export { serverApi, type ServerApi } from './server-api.js';
export { serverDialectNamed } from './server-dialect-named.js';
