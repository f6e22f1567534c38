export { Problems } from './problems.js';
export { mergeKeys } from './merge-keys.js';
export { hasRepeatedKeysIn, RepeatedKeys, setProperty } from './repeated-keys.js';
export type { Mode, Reader } from './read-function.js';
export { read, readRequest, readerOf } from './reader.js';
export { isNullable } from './object-plan.js';
export { isGiven, isObject, unwrapSchema } from './rules/rule-field.js';
export { checkObject, objectCheck, segmentsOfPath } from './rules/object-check.js';
export { zeroValueOf } from './zero-value.js';
