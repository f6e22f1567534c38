/** Readers of texts, booleans and choices. */
import type { EnumSchema, StringSchema } from '@lading/runtime-wire';
import { formatCheck } from './format.js';
import type { Mode, Reader } from './read-function.js';

export const readAny: Reader = (value) => value;

export const readBytes: Reader = (value) => value;

export const readBoolean: Reader = (value, problems) => {
  if (typeof value !== 'boolean') problems.add('must be a boolean');
  return value;
};

/** Any text. */
export const readText: Reader = (value, problems) => {
  if (typeof value !== 'string') problems.add('must be a text');
  return value;
};

export function textReader(schema: StringSchema, mode: Mode): Reader {
  const { pattern, minLength, maxLength, format } = schema;
  const expression = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const check = mode === 'request' ? formatCheck(format) : undefined;
  if (expression === undefined && minLength === undefined && maxLength === undefined && check === undefined) {
    return readText;
  }
  return (value, problems) => {
    if (typeof value !== 'string') {
      problems.add('must be a text');
      return value;
    }
    if (minLength !== undefined && value.length < minLength)
      problems.addRule(`must have at least ${letters(minLength)}`);
    if (maxLength !== undefined && value.length > maxLength)
      problems.addRule(`must have at most ${letters(maxLength)}`);
    else if (expression !== undefined && !expression.test(value)) problems.addRule(`must match ${pattern}`);
    if (check !== undefined && value !== '' && !check.fits(value)) problems.addRule(`must be ${check.name}`);
    return value;
  };
}

function letters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}

export function choiceReader({ values, open }: EnumSchema): Reader {
  const known = new Set<unknown>(values);
  const type = typeof values[0] === 'number' ? 'number' : 'string';
  const words = values.map((value) => JSON.stringify(value)).join(', ');
  return (value, problems) => {
    if (known.has(value)) return value;
    if (typeof value !== type) problems.add(type === 'string' ? 'must be a text' : 'must be an integer');
    else if (!open) problems.addRule(`must be one of ${words}, not ${shown(value)}`);
    return value;
  };
}

/** What was sent instead, as far as it fits into a message. No choice is a secret. */
function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
