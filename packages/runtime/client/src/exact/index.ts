/** Exact integers, for generated clients: a door of its own, so that plain clients do not load what it needs. */
export type { JsonCodec } from '../call/engine.js';
export { exactJson } from './exact-json.js';
export type { ExactPlaces, Place } from './places.js';
