/** The emitter of contract packages: operations, schemas, and the contract of both, as data. */
export { emitContract, type EmittedContract } from './emit-contract.js';
export { contract } from './emitter.js';
