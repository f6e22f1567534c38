/** Exact integers for generated clients: a separate entry point, so that other clients do not load its code. */
export { exactJson, type ExactPlaces, type JsonCodec, type Place } from '@lading/runtime-wire/exact';
