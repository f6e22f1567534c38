/** Exact integers for runtimes: a separate entry point, so that other clients do not load its code. */
export type { JsonCodec } from './json-codec.js';
export { exactJson } from './exact-json.js';
export { largeInteger, parseLargeIntegers, withSafeNumbers } from './large-integers.js';
export type { ExactPlaces, Place } from './places.js';
