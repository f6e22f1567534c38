/** The function that reads values of a schema, the modes of reading, and whether a value fits. */
import type { Schema } from '@lading/runtime-wire';
import { Problems } from './problems.js';

/**
 * How values are read:
 *
 * - `request`: as engines read them. Keys match in any case (`foldKey`), null is "not set", formats and rules are
 *   checked.
 * - `response`: as the contract says. Keys match exactly, null must be allowed, formats and rules about numbers are not
 *   checked.
 * - `strict`: requests as the contract says: as `response`, with formats and all rules.
 */
export type Mode = 'request' | 'strict' | 'response';

/**
 * Returns the value that was read: the given value itself unless it had to change. It never modifies the given value.
 */
export type Reader = (value: unknown, problems: Problems) => unknown;

/** Returns the reader of a schema. Readers of composed schemas receive it, so that they need not import all others. */
export type ReaderOf = (schema: Schema, mode: Mode) => Reader;

/** In responses, where reading overlooks some constraints, a test has all of them: `not` would reject what they exclude. */
export function fitsSchema(schema: Schema, value: unknown, mode: Mode, readerOf: ReaderOf): boolean {
  const problems = new Problems();
  readerOf(schema, mode === 'response' ? 'strict' : mode)(value, problems);
  return problems.count === 0;
}

/** An object from JSON. */
export type JsonObject = Record<string, unknown>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
