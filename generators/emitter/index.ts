/** The API for emitters, built-in and custom: the interface, the model, and the code that they return. */
export { defineEmitter, type EmittedPackage, type Emitter, type EmitterInput } from './emitter.js';
export type { OperationPart, TypesApi } from './types-api.js';
export * from '../code/index.js';
export * from '../ir/index.js';
