/** The entry point for generated contracts. */
export {
  contractOf,
  type Contract,
  type Operation,
  type OperationSchemas,
  type SecuritySchemes,
  type Server,
} from './contract/index.js';
export {
  any,
  boolean,
  bytes,
  enumOf,
  integer,
  arrayOf,
  mapOf,
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
