/** The one entry by which generated contracts enter. */
export { contractOf, type Contract, type Operation, type OperationSchemas } from './contract/index.js';
export {
  any,
  boolean,
  bytes,
  choice,
  integer,
  list,
  map,
  nullable,
  number,
  optional,
  record,
  ref,
  required,
  string,
  text,
  union,
  type Shape,
} from './schema/index.js';
