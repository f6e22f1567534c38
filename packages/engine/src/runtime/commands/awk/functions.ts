/** The built-in functions of awk that need nothing but their arguments. */
import { CommandError } from '../command.js';
import { dateText } from '../date.js';
import { convert, padded } from '../text/printf.js';
import { toNumber, toText, type Value } from './values.js';

/** Formats values as `printf` of awk does. */
export function format(template: string, values: readonly Value[], convfmt: string): string {
  const rest = [...values];
  return template.replaceAll(
    /%([-+ 0#]*)(\*|\d*)(?:\.(\*|\d*))?([hlL]*)([^])/g,
    (all, flags: string, width: string, precision: string | undefined, _size, type: string) => {
      if (type === '%') return '%';
      const columns = width === '*' ? toNumber(rest.shift()) : Number(width || '0');
      const digits =
        precision === '*' ? toNumber(rest.shift()) : precision === undefined ? undefined : Number(precision);
      if (!'csdiouxXeEfFgG'.includes(type)) throw new CommandError(`cmd. line:1: Invalid format specifier`);
      const value = rest.shift();
      const text = converted(type, value, { flags, digits, all, convfmt });
      if (Math.abs(columns) > 1 << 20 || (digits ?? 0) > 1 << 20) throw new CommandError('out of memory');
      const shown = columns < 0 ? `${flags}-` : flags;
      return padded(text, { columns: Math.abs(columns), flags: shown, fills: !'sc'.includes(type) });
    },
  );
}

function converted(
  type: string,
  value: Value,
  {
    flags,
    digits,
    all,
    convfmt,
  }: { readonly flags: string; readonly digits: number | undefined; readonly all: string; readonly convfmt: string },
): string {
  if (type === 's') return toText(value, convfmt).slice(0, digits);
  if (type === 'c')
    return typeof value === 'number'
      ? String.fromCharCode(Math.trunc(value) & 255)
      : toText(value, convfmt).slice(0, 1);
  const number = toNumber(value);
  if (!Number.isFinite(number)) return String(number).toLowerCase().replace('infinity', 'inf');
  const whole = 'diouxX'.includes(type) ? BigInt(Math.trunc(number)).toString() : String(number);
  return convert(type === 'F' ? 'f' : type, { value: whole, flags, digits, all });
}

/** Returns a part of a text; the first character is 1. */
export function substring(text: string, start: number, length = Infinity): string {
  const from = Math.round(start) - 1;
  const to = length === Infinity ? text.length : Math.max(0, from) + Math.round(length);
  return text.slice(Math.max(0, from), Math.max(0, to));
}

const bits = (value: number): bigint => BigInt.asUintN(53, BigInt(Math.trunc(value)));

/** Functions of numbers. */
export const numeric: Readonly<Record<string, (...args: readonly number[]) => number>> = {
  sin: (value = 0) => Math.sin(value),
  cos: (value = 0) => Math.cos(value),
  atan2: (y = 0, x = 0) => Math.atan2(y, x),
  exp: (value = 0) => Math.exp(value),
  log: (value = 0) => Math.log(value),
  sqrt: (value = 0) => Math.sqrt(value),
  int: (value = 0) => Math.trunc(value),
  and: (one = 0, other = 0) => Number(bits(one) & bits(other)),
  or: (one = 0, other = 0) => Number(bits(one) | bits(other)),
  xor: (one = 0, other = 0) => Number(bits(one) ^ bits(other)),
  lshift: (value = 0, by = 0) => Number(BigInt.asUintN(53, bits(value) << BigInt(Math.min(64, Math.max(0, by))))),
  rshift: (value = 0, by = 0) => Number(bits(value) >> BigInt(Math.min(64, Math.max(0, by)))),
  compl: (value = 0) => Number(BigInt.asUintN(53, ~bits(value))),
};

export function formatTime(pattern: string, seconds: number): string {
  const time = seconds * 1000;
  return Math.abs(time) > 8.64e15 ? '' : dateText(time, pattern);
}

/** Reads `2024 02 29 12 34 56` as seconds since 1970; -1 for another text. */
export function secondsOf(text: string): number {
  const [year, month, day, hour, minute, second] = text.trim().split(/\s+/).map(Number);
  const time = Date.UTC(year ?? NaN, (month ?? NaN) - 1, day, hour, minute, second);
  return Number.isNaN(time) ? -1 : time / 1000;
}

/**
 * Returns the text that takes the place of a match: `&` is the match, and with groups `\1` is one of them.
 *
 * @param groups the match and its groups; only the match if `\1` is none
 */
export function replacementText(template: string, groups: readonly (string | undefined)[]): string {
  return template.replaceAll(/\\([^])|&/g, (all, escaped?: string) => {
    if (escaped === undefined) return groups[0] ?? '';
    if (escaped === '&' || escaped === '\\') return escaped;
    return groups.length > 1 && /\d/.test(escaped) ? (groups[Number(escaped)] ?? '') : all;
  });
}
