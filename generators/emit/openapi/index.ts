/** The emitter of OpenAPI documents. */
export { emitOpenapi } from './emit-openapi.js';
export { openapi } from './emitter.js';
