/** Serves clients of one API version by an engine of another. */
export { createBridge, type Bridge, type BridgeOptions } from './create-bridge.js';
export { versions } from './conversions.js';
export { explain, explanationText, type Explanation } from './explain.js';
export { listen, type ListenOptions } from './listen.js';
export type { OnRequest, RequestEntry } from './request-log.js';
export type { VersionRange } from './versions.js';
