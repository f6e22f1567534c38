export { requestParts, type ConvertedReader, type ConvertedRequest, type RequestPart } from './converted-reader.js';
export { deadline } from './deadline.js';
export { defaultLimits, type Limits, BodyMemory } from './limits.js';
export { operationRules } from './operation-rules.js';
export { parseJson } from './parse-json.js';
export type { InvalidRequest, OnInvalid, ReadOptions } from './limits.js';
export { requestReader, type PathStrings, type ReadRequest, type RequestReader } from './request-reader.js';
export { readWhole } from './read-whole.js';
