/** Serves clients of one API version by an engine of another. */
export { versions } from './conversions.js';
export { listen, type ListenOptions } from './listen.js';
export type { VersionRange } from './versions.js';
