/** The entry point for generated contracts. */
export { contractOf, type Contract, type Operation, type OperationSchemas } from './contract/index.js';
export {
  any,
  boolean,
  bytes,
  enumOf,
  integer,
  intersectionOf,
  arrayOf,
  mapOf,
  never,
  nullable,
  number,
  optional,
  object,
  ref,
  required,
  string,
  constrainedString,
  unionOf,
  type Schema,
} from './schema/index.js';
