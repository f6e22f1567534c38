/** Whether a value fits a schema. */
import type { Schema } from '@lading/runtime-wire';
import { Problems } from './problems.js';
import type { Mode, ReaderOf } from './read-function.js';

/** In responses, where reading overlooks some constraints, a test has all of them: `not` would reject what they exclude. */
export function fitsSchema(schema: Schema, value: unknown, mode: Mode, readerOf: ReaderOf): boolean {
  const problems = new Problems();
  readerOf(schema, mode === 'response' ? 'strict' : mode)(value, problems);
  return problems.count === 0;
}
