/** Exact integers for runtimes: a separate entry point, so that other clients do not load its code. */
export { type JsonCodec, exactJson, type ExactPlaces, type Place } from './exact-json.js';
export { largeInteger, parseLargeIntegers, withSafeNumbers } from './large-integers.js';
