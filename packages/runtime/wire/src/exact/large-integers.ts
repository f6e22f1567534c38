/** JSON without a loss of digits: an integer that a double does not represent is a `bigint`, all others are numbers. */
import { hasLongNumbers, withLongNumbersQuoted } from './long-numbers.js';

/**
 * Parses JSON. An integer beyond the safe integers of JavaScript is a `bigint`, every other number is as in plain JSON.
 *
 * @throws SyntaxError if the text is not JSON
 */
export function parseLargeIntegers(text: string): unknown {
  const value: unknown = JSON.parse(text);
  return hasLongNumbers(text) ? exactly(value, JSON.parse(withLongNumbersQuoted(text))) : value;
}

/** Returns the number of a JSON text: a `bigint` if it is an integer beyond the safe integers. */
export function largeInteger(text: string): number | bigint {
  return safely(wholeNumber(text));
}

/** Returns the value with a number in place of every `bigint` that a number represents. */
export function withSafeNumbers(value: unknown): unknown {
  if (typeof value === 'bigint') return safely(value);
  if (Array.isArray(value)) return changed(value, withSafeNumbers);
  return isPlainObject(value) ? changed(value, withSafeNumbers) : value;
}

function safely(value: number | bigint): number | bigint {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** @param source the same value, but numbers that a double may not represent are strings. Both were just parsed. */
function exactly(value: unknown, source: unknown): unknown {
  if (typeof value === 'number') return typeof source === 'string' ? largeInteger(source) : value;
  if (typeof value !== 'object' || value === null) return value;
  const [object, sources] = [value as Record<string, unknown>, source as Record<string, unknown>];
  for (const key of Object.keys(object)) {
    const inner = object[key];
    if (typeof inner === 'number' || typeof inner === 'object') object[key] = exactly(inner, sources[key]);
  }
  return value;
}

/** Returns an array or object with changed values; the same one if no value changes. */
function changed<Value extends object>(value: Value, change: (inner: unknown) => unknown): Value {
  const entries = Object.entries(value).map(([key, inner]) => [key, change(inner), inner] as const);
  if (entries.every(([, now, before]) => now === before)) return value;
  if (Array.isArray(value)) return entries.map(([, now]) => now) as unknown as Value;
  return Object.fromEntries(entries.map(([key, now]) => [key, now])) as Value;
}

function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const form = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/**
 * Returns a `bigint` for an integer, including `1e3` and `1.0`. Other numbers, and those larger than any double (which no
 * engine sends), are parsed as in plain JSON.
 */
export function wholeNumber(text: string): bigint | number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && !/[.eE]/.test(text)) return BigInt(number);
  const [, sign = '', digits = '', fraction = '', exponent = '0'] = form.exec(text) ?? [];
  if (!Number.isFinite(number)) return number;
  const all = digits + fraction;
  if (/^0*$/.test(all)) return 0n;
  const shift = Number(exponent) - fraction.length;
  if (shift >= 0) return BigInt(`${sign}${all}${'0'.repeat(shift)}`);
  return /^0*$/.test(all.slice(shift)) ? BigInt(`${sign}${all.slice(0, shift) || '0'}`) : number;
}
