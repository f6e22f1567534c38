/** Conversions between version 1.41 and version 1.44, with hand-written hooks. */
export * from '../gen/index.js';
export { newerClients } from './newer-clients.js';
export { olderClients } from './older-clients.js';
