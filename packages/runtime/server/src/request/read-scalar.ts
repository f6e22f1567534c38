/** Reads the string of a parameter as a number or a boolean, as engines do. */
import type { Schema } from '@lading/runtime-wire';
import { largeInteger } from '@lading/runtime-wire/exact';
import { type Problems } from '../schema/index.js';

type ReadString = (text: string, problems: Problems) => unknown;

/**
 * Returns the reader of a scalar. It returns undefined for "not given", which an empty string means except for booleans and
 * for strings that may be any text.
 */
export function readScalar(name: string, schema: Schema): ReadString {
  switch (schema.kind) {
    case 'boolean':
      return readBoolean;
    case 'integer':
      return timestampParameters.has(name) ? readTimestamp(Math.floor) : readInteger;
    case 'number':
      return timestampParameters.has(name) ? readTimestamp((seconds) => seconds) : readNumber;
    case 'enum':
      if (typeof schema.values[0] === 'number') return readInteger;
      return (text) => (text === '' && !schema.values.includes('') ? undefined : text);
    case 'string':
      return schema.pattern === undefined ? (text) => text : (text) => (text === '' ? undefined : text);
    default:
      return (text) => text;
  }
}

/** Reads a boolean: an empty string, `0`, `no`, `false` and `none` in any case are false, everything else is true. */
function readBoolean(text: string): boolean {
  switch (text) {
    case '':
    case '0':
      return false;
    case '1':
      return true;
    default:
      return !falseValues.has(trim(text).toLowerCase());
  }
}

/** White space of Go, which unlike that of JavaScript includes U+0085 and excludes U+FEFF. */
const isSpace = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

function trim(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isSpace.test(text.charAt(from))) from += 1;
  while (from < to && isSpace.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

const falseValues = new Set(['', '0', 'no', 'false', 'none']);

const readInteger: ReadString = (text, problems) => {
  if (text === '') return undefined;
  if (!/^[+-]?\d+$/.test(text)) problems.add('must be an integer');
  return largeInteger(text.replace('+', ''));
};

const readNumber: ReadString = (text, problems) => {
  if (text === '') return undefined;
  const value = Number(text);
  if (!/^[+-]?(\d|\.\d)/.test(text) || !Number.isFinite(value)) problems.add('must be a number');
  return value;
};

/** The parameters that engines read as a timestamp in one of several formats. */
const timestampParameters = new Set(['since', 'until']);

/**
 * Returns the reader of a timestamp: Unix seconds, also fractional, a date or date-time, or a duration before now
 * (`10m`, `1h30m`).
 */
function readTimestamp(round: (seconds: number) => number): ReadString {
  return (text, problems) => {
    if (text === '') return undefined;
    if (/^[+-]?\d+(\.\d*)?$/.test(text)) return round(Number(text));
    const date = /^\d{4}-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
    if (!Number.isNaN(date)) return round(date / 1000);
    const duration = durationOf(text);
    if (duration !== undefined) return round(Date.now() / 1000 - duration);
    problems.add('must be a timestamp: Unix seconds, a date and time, or a duration before now');
    return undefined;
  };
}

const units: Readonly<Record<string, number>> = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };

function durationOf(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h)){1,10}$/.test(text)) return undefined;
  let seconds = 0;
  for (const [, count, , unit] of text.matchAll(/(\d+(\.\d+)?)(ns|us|µs|ms|s|m|h)/g)) {
    seconds += Number(count) * (units[unit ?? ''] ?? 0);
  }
  return seconds;
}
