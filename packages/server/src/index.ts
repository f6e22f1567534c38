/** A server for clients of every version, from one implementation. */
export * from '@lading/runtime-server';
export { createServer, type HandlersV144 } from './create-server.js';
export { createServerV141, type HandlersV141 } from './create-server-v141.js';
