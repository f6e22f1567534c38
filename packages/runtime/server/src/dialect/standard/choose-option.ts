/** Chooses the option of a union that a text on the wire belongs to. */
import type { Schema } from '@lading/runtime-wire';
import { Problems, readerOf } from '../../schema/index.js';

/** The value that a text, or an array or object of texts, has as one option of a union. */
export interface OptionValue {
  readonly schema: Schema;
  readonly texts: unknown;
  readonly value: unknown;
}

/**
 * Returns the value of the first option that it fits. A text may fit several, since 1 and "1" are the same on the wire: unless
 * an enum declares it, it is a number, a boolean or null if that has the same text, and a string otherwise (`01`, `1e3`). No
 * text is lost, and the order of numbers and strings in a document has no effect. One text is a constant rather than an array of one
 * item: an empty text often stands for an empty list.
 */
export function chooseOption(values: readonly OptionValue[]): unknown {
  const fitting = values.filter(({ schema, value }) => fits(schema, value));
  const [first] = fitting;
  if (first === undefined) return values[0]?.value;
  if (first.schema.kind === 'enum') return first.value;
  if (Array.isArray(first.value) && first.value.length === 1) return (fitting.find(isConstant) ?? first).value;
  const isText = ({ value }: OptionValue) => typeof value === 'string';
  if (isText(first)) return (fitting.find(isSameText) ?? first).value;
  if (isScalar(first) && !isSameText(first)) return (fitting.find(isText) ?? first).value;
  return first.value;
}

export function fits(schema: Schema, value: unknown): boolean {
  const problems = new Problems();
  readerOf(schema, 'strict')(value, problems);
  return problems.count === 0;
}

function isConstant({ schema, texts }: OptionValue): boolean {
  const { kind } = schema.kind === 'ref' ? schema.to() : schema;
  return kind === 'enum' && typeof texts === 'string';
}

/** Whether a value is a number, a boolean or null. */
function isScalar({ value }: OptionValue): boolean {
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean' || value === null;
}

/** A bigint does not count, since it may be rounded later. */
function isSameText(option: OptionValue): boolean {
  return isScalar(option) && typeof option.value !== 'bigint' && String(option.value) === option.texts;
}
