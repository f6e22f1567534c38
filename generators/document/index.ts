export type { Dialect, Document } from './document.js';
export { equal, get, isArray, isObject, objectOf, type Json, type JsonArray, type JsonObject } from './json.js';
export type { OverlayAction, OverlayFile } from './overlay-file.js';
export { at, pointerOf, segmentsOf } from './pointer.js';
export { printYaml } from './print-yaml.js';
export { withProduct } from './product.js';
export { referredSchemas, schemaPointer } from './referred-schemas.js';
