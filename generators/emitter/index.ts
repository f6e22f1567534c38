/** The API for emitters, built-in and custom: the interface, the model, and the code that they return. They import nothing else. */
export * from './api-emitter.js';
export * from './lineage.js';
// Emitters of other packages add their symbols to an interface, which TypeScript allows for names that are exported with `*`.
export * from './symbols.js';
export * from './version-emitter.js';
export * from '../code/index.js';
export { layOut } from '../code/layout/lay-out.js';
export { LadingError } from '../diagnostics/index.js';
export { equal, get, isArray, isObject, objectOf, type Json, type JsonObject } from '../document/index.js';
export * from '../ir/index.js';
