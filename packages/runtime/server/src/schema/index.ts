export { areEqualContracts } from './equal-contracts.js';
export { exactValue } from './exact-value.js';
export { Problems } from './problems.js';
export { isJsonObject, type Mode, type Reader } from './read-function.js';
export { read, readRequest, readerOf } from './reader.js';
export { isNullable } from './object-plan.js';
export { isGiven, isObject, unwrapSchema } from './rules/rule-field.js';
export { checkObject, objectCheck, segmentsOfPath } from './rules/object-check.js';
export { zeroValueOf } from './zero-value.js';
