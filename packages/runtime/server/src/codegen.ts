/** The entry point for generated servers. */
export type { Duplex, Readable } from 'node:stream';
export { providersOf, type ConversionProvider } from '@lading/runtime-conversion';
export * from './index.js';
export type { StatusIn } from '@lading/runtime-wire';
export { otherVersions } from './server/served-versions.js';
