/** From the text of a parameter to a number or a boolean, as engines read it. */
import type { Schema } from '@lading/runtime-wire';
import { type Problems } from '../schema/index.js';

type ReadText = (text: string, problems: Problems) => unknown;

/** Undefined stands for "not given", which is what an empty text means for everything but texts and booleans. */
export function readScalar(name: string, schema: Schema): ReadText {
  switch (schema.kind) {
    case 'boolean':
      return isTrue;
    case 'integer':
      return moments.has(name) ? readMoment(Math.floor) : readInteger;
    case 'number':
      return moments.has(name) ? readMoment((seconds) => seconds) : readNumber;
    case 'enum':
      if (typeof schema.values[0] === 'number') return readInteger;
      return (text) => (text === '' && !schema.values.includes('') ? undefined : text);
    default:
      return (text) => text;
  }
}

/** Nothing, `0`, `no`, `false` and `none` in any case are false, and everything else is true. */
function isTrue(text: string): boolean {
  switch (text) {
    case '':
    case '0':
      return false;
    case '1':
      return true;
    default:
      return !no.has(trimmed(text).toLowerCase());
  }
}

/** What Go takes for space: U+0085 too, and not U+FEFF, other than JavaScript. */
const isSpace = /[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;

function trimmed(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isSpace.test(text.charAt(from))) from += 1;
  while (from < to && isSpace.test(text.charAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

const no = new Set(['', '0', 'no', 'false', 'none']);

const readInteger: ReadText = (text, problems) => {
  if (text === '') return undefined;
  if (!/^[+-]?\d+$/.test(text)) problems.add('must be an integer');
  return Number(text);
};

const readNumber: ReadText = (text, problems) => {
  if (text === '') return undefined;
  const value = Number(text);
  if (!/^[+-]?(\d|\.\d)/.test(text) || !Number.isFinite(value)) problems.add('must be a number');
  return value;
};

/** Parameters that engines read as a moment, whatever form it has. */
const moments = new Set(['since', 'until']);

/** Unix seconds with or without a fraction, a date or date-time, or a span before now (`10m`, `1h30m`). */
function readMoment(round: (seconds: number) => number): ReadText {
  return (text, problems) => {
    if (text === '') return undefined;
    if (/^[+-]?\d+(\.\d*)?$/.test(text)) return round(Number(text));
    const date = /^\d{4}-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
    if (!Number.isNaN(date)) return round(date / 1000);
    const span = spanOf(text);
    if (span !== undefined) return round(Date.now() / 1000 - span);
    problems.add('must be a moment: Unix seconds, a date and time, or a span before now');
    return undefined;
  };
}

const units: Readonly<Record<string, number>> = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };

function spanOf(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h)){1,10}$/.test(text)) return undefined;
  let seconds = 0;
  for (const [, count, , unit] of text.matchAll(/(\d+(\.\d+)?)(ns|us|µs|ms|s|m|h)/g)) {
    seconds += Number(count) * (units[unit ?? ''] ?? 0);
  }
  return seconds;
}
