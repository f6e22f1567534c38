/** The function that reads values of one shape, and the two ways to read. */
import type { Schema } from '@lading/runtime-wire';
import type { Problems } from './problem.js';

/**
 * - `request`: as engines read. Keys match in any case (`foldKey`), null is "not set", formats and rules are checked.
 * - `answer`: as the contract says. Keys match exactly, null only where allowed, formats and rules about numbers are not checked.
 */
export type Mode = 'request' | 'response';

/** Gives the value as it is to be taken, which is the same one unless something had to change; it is never written to. */
export type Reader = (value: unknown, problems: Problems) => unknown;

/** Returns the reader of a shape, so that readers of composed shapes need not import all others. */
export type ReaderOf = (schema: Schema, mode: Mode) => Reader;
