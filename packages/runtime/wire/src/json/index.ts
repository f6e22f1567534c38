/** The JSON reader of servers and gateways: repeated keys, limits, exact numbers. An entry point of its own, which clients do not load. */
export { foldKey, mergeKeys } from './merge-keys.js';
export { deepestAsText, jsonOf, parseAsText } from './exact-text.js';
export { JsonLimitError, parseJson, type JsonLimits, type ParsedJson, type ParseJsonOptions } from './parse-json.js';
export { hasRepeatedKeysIn, RepeatedKeys, setProperty } from './repeated-keys.js';
