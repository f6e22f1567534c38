/** Whether a value fits a schema. */
import type { Schema } from '@lading/runtime-wire';
import { Problems } from './problems.js';
import type { Mode, ReaderOf } from './read-function.js';

export function fitsSchema(schema: Schema, value: unknown, mode: Mode, readerOf: ReaderOf): boolean {
  const problems = new Problems();
  readerOf(schema, mode)(value, problems);
  return problems.count === 0;
}
