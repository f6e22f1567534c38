/** The API for emitters, built-in and custom: the interface, the model, and the code that they return. They import nothing else. */
export { defineEmitter, type EmittedPackage, type Emitter, type EmitterInput } from './emitter.js';
export type { ConversionStep, DifferencesSince, Lineage } from './lineage.js';
export type {
  ClientSymbols,
  EmitterSymbols,
  OverlaySymbols,
  ServerSymbols,
  SymbolsName,
  SymbolsOf,
  TypesSymbols,
} from './symbols.js';
export type { OperationPart, TypesApi } from './types-api.js';
export * from '../code/index.js';
export { layOut } from '../code/layout/lay-out.js';
export { LadingError } from '../diagnostics/index.js';
export { get, isArray, isObject, objectOf, type Json, type JsonObject } from '../document/index.js';
export * from '../ir/index.js';
export { defineVersionEmitter, type Emission, type VersionEmitter, type VersionRequest } from './version-emitter.js';
