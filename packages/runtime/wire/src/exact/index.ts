/** Exact integers for client runtimes: a separate entry point, so that other clients do not load its code. */
export type { JsonCodec } from './json-codec.js';
export { exactJson } from './exact-json.js';
export type { ExactPlaces, Place } from './places.js';
