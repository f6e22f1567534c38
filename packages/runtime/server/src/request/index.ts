export { BodyMemory } from './body-memory.js';
export { defaultLimits, type Limits } from './limits.js';
export type { ReadOptions } from './read-options.js';
export { requestReader, type ReadRequest, type RequestReader } from './request-reader.js';
