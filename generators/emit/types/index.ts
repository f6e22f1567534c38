/** The emitter of types packages. */
export { types, type TypesOptions } from './emitter.js';
