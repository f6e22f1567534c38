/** Exact integers for generated clients: a separate entry point, so that other clients do not load its code. */
export type { JsonCodec } from '../call/engine.js';
export { exactJson } from './exact-json.js';
export type { ExactPlaces, Place } from './places.js';
