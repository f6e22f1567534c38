/** The entry point for generated servers. */
export type { Duplex, Readable } from 'node:stream';
export * from './index.js';
