/** Readers of strings and booleans, and of values that are all valid or all invalid. */
import type { StringSchema } from '@lading/runtime-wire';
import { formatCheck } from './formats.js';
import type { Mode, Reader } from './read-function.js';

export const readAny: Reader = (value) => value;

export const readBytes: Reader = (value) => value;

export const readNever: Reader = (value, problems) => {
  problems.add('must not be present');
  return value;
};

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
  const check = mode !== 'response' ? formatCheck(format) : undefined;
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
