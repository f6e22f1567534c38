/** A server for clients of every version, whose handlers have a `bigint` for every 64-bit integer. */
export * from '@lading/runtime-server';
export * from '../gen/exact.js';
