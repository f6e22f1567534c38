/** A server for clients of every version, from one implementation. */
export * from '@lading/runtime-server';
export * from '../gen/create-server.js';
