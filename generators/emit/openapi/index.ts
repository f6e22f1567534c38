export { emitOpenapi } from './emit-openapi.js';
