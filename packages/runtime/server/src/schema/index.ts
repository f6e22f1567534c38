export { Problems } from './problem.js';
export { mergeKeys } from './merge-keys.js';
export { RepeatedKeys, setProperty } from './repeated-keys.js';
export type { Mode, Reader } from './read-function.js';
export { read, readRequest, readerOf } from './reader.js';
export { isNullable } from './record-plan.js';
export { isGiven, isObject, plain } from './rules/place.js';
export { checkRecord, recordCheck, segmentsOfPath } from './rules/record-check.js';
export { zeroOf } from './zero.js';
