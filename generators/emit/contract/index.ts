/** The emitter of contract packages: operations, schemas, and the contract of both, as data. */
export { contract } from './emitter.js';
