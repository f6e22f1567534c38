/** The one entry by which generated servers enter. */
export type { Duplex, Readable } from 'node:stream';
export * from './index.js';
