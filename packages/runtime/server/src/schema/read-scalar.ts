/** Readers of strings, booleans and enums. */
import type { EnumSchema, StringSchema } from '@lading/runtime-wire';
import { formatCheck } from './formats.js';
import type { Mode, Reader } from './read-function.js';

export const readAny: Reader = (value) => value;

export const readBytes: Reader = (value) => value;

export const readBoolean: Reader = (value, problems) => {
  if (typeof value !== 'boolean') problems.add('must be a boolean');
  return value;
};

/** Reads a string without constraints. */
export const readString: Reader = (value, problems) => {
  if (typeof value !== 'string') problems.add('must be a string');
  return value;
};

export function stringReader(schema: StringSchema, mode: Mode): Reader {
  const { pattern, minLength, maxLength, format } = schema;
  const regExp = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const check = mode === 'request' ? formatCheck(format) : undefined;
  if (regExp === undefined && minLength === undefined && maxLength === undefined && check === undefined) {
    return readString;
  }
  return (value, problems) => {
    if (typeof value !== 'string') {
      problems.add('must be a string');
      return value;
    }
    if (minLength !== undefined && value.length < minLength)
      problems.addRule(`must have at least ${characterCount(minLength)}`);
    if (maxLength !== undefined && value.length > maxLength)
      problems.addRule(`must have at most ${characterCount(maxLength)}`);
    else if (regExp !== undefined && !regExp.test(value)) problems.addRule(`must match ${pattern}`);
    if (check !== undefined && value !== '' && !check.fits(value)) problems.addRule(`must be ${check.name}`);
    return value;
  };
}

function characterCount(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}

export function enumReader({ values, open }: EnumSchema): Reader {
  const allowedValues = new Set<unknown>(values);
  const type = typeof values[0] === 'number' ? 'number' : 'string';
  const allowedText = values.map((value) => JSON.stringify(value)).join(', ');
  return (value, problems) => {
    if (allowedValues.has(value)) return value;
    if (typeof value !== type) problems.add(type === 'string' ? 'must be a string' : 'must be an integer');
    else if (!open) problems.addRule(`must be one of ${allowedText}, not ${quoted(value)}`);
    return value;
  };
}

/** Returns the received value, shortened for a message. It is not a secret, since the schema is an enum. */
function quoted(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
