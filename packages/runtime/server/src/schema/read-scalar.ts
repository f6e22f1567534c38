/** Readers of strings and booleans, and of values that are all valid or all invalid. */
import type { StringSchema } from '@lading/runtime-wire';
import { formatCheck } from './formats.js';
import { patternTest } from './pattern/pattern-test.js';
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
  const matches = pattern === undefined ? undefined : patternTest(pattern);
  const check = mode !== 'response' ? formatCheck(format) : undefined;
  if (matches === undefined && minLength === undefined && maxLength === undefined && check === undefined) {
    return readString;
  }
  return (value, problems) => {
    if (typeof value !== 'string') {
      problems.add('must be a string');
      return value;
    }
    if (minLength !== undefined && isShorter(value, minLength))
      problems.addRule(`must have at least ${characterCount(minLength)}`);
    if (maxLength !== undefined && isLonger(value, maxLength))
      problems.addRule(`must have at most ${characterCount(maxLength)}`);
    else if (matches !== undefined && !matches(value)) problems.addRule(`must match ${pattern}`);
    const isStrict = mode === 'strict';
    if (check !== undefined && (value !== '' || isStrict) && !check.fits(value, isStrict))
      problems.addRule(`must be ${check.name}`);
    return value;
  };
}

// JSON Schema counts characters, and a string has up to two units for each.
function isShorter(text: string, length: number): boolean {
  return text.length < length || (text.length < 2 * length && charactersIn(text) < length);
}

function isLonger(text: string, length: number): boolean {
  return text.length > length && charactersIn(text) > length;
}

function charactersIn(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function characterCount(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}
