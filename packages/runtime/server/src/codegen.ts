/** The one door by which generated servers enter. */
export type { Duplex, Readable } from 'node:stream';
export * from './index.js';
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
  rule,
  string,
  text,
  union,
} from './shape/index.js';
export type { Fields, RecordShape, Shape, ShapeRule } from './shape/index.js';
