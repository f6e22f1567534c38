export { BodyMemory } from './body-memory.js';
export { defaultLimits, type Limits } from './limits.js';
export type { ReadOptions } from './read-options.js';
export { requestReader, type PathTexts, type ReadRequest, type RequestReader, type Values } from './request-reader.js';
