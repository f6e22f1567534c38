/** A seeded source of random numbers, and numbers that fit a schema. */
import type { IntegerSchema, NumberSchema } from '@lading/runtime-wire';

/** Equal calls return equal numbers, on every machine. */
export interface Random {
  /** Returns an integer from 0 to below the limit. */
  readonly below: (limit: number) => number;
  /** Returns true with the given probability. */
  readonly chance: (probability: number) => boolean;
  /** Returns one of the values: undefined if there is none. */
  readonly pick: <T>(all: readonly T[]) => T;
  /** Returns the seed of another source. */
  readonly seed: () => number;
}

/** Returns the source of a seed and a name, so that the values of one operation do not depend on those before it. */
export function randomOf(seed: number, name: string): Random {
  let state = seed >>> 0;
  for (const letter of name) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  // The generator mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (limit) => Math.floor(next() * limit),
    chance: (probability) => next() < probability,
    pick: <T>(all: readonly T[]) => all[Math.floor(next() * all.length)] as T,
    seed: () => Math.floor(next() * 2 ** 31),
  };
}

/** The ranges of formats, of which servers refuse other numbers. */
export const ranges: Readonly<Record<string, readonly [number, number]>> = {
  uint8: [0, 2 ** 8 - 1],
  uint16: [0, 2 ** 16 - 1],
  uint32: [0, 2 ** 32 - 1],
  uint64: [0, 2 ** 64],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [-(2 ** 63), 2 ** 63],
};

/** Returns a number that fits a schema, near zero if possible; undefined if none fits. */
export function numberOf(schema: IntegerSchema | NumberSchema, random: Random): number | undefined {
  const { kind, format = '', minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const [smallest, largest] = ranges[format] ?? [];
  const limits = [smallest, largest, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf];
  // In units that are smaller than the last digit of all limits, since sums and products of fractions are rounded.
  const digits = Math.max(...limits.map((limit) => digitsOf(limit ?? 0))) + 1;
  const one = 10n ** BigInt(digits);
  const inUnits = (number: number) =>
    BigInt(Math.trunc(number)) * one + BigInt(Math.round((number % 1) * 10 ** digits));
  const bounds = (...numbers: readonly (number | undefined)[]) =>
    numbers.flatMap((each) => (each === undefined ? [] : inUnits(each)));
  const lower = [...bounds(minimum, smallest), ...bounds(exclusiveMinimum).map((limit) => limit + 1n)];
  const upper = [...bounds(maximum, largest), ...bounds(exclusiveMaximum).map((limit) => limit - 1n)];
  const [least, most] = [lower.reduce(larger, -far), upper.reduce(smaller, far)];
  const [multiple] = bounds(multipleOf).filter((each) => each > 0n);
  const steps = kind === 'integer' ? [commonMultiple(one, multiple ?? one)] : multiple ? [multiple] : [one / 2n, 1n];
  for (const step of steps) {
    const usual = format.startsWith('uint') ? 0n : -50n * step;
    const start = larger(least, smaller(usual, most - 100n * step));
    const [first, last] = [-floored(-start, step), floored(smaller(most, start + 100n * step), step)];
    if (first > last) continue;
    return Number((first + BigInt(random.below(Number(last - first) + 1))) * step) / 10 ** digits;
  }
  return undefined;
}

/** Beyond all numbers of JavaScript. */
const far = 10n ** 400n;

/** The digits after the point of a number, as far as they can be exact. */
function digitsOf(number: number): number {
  let digits = 0;
  while (digits < 14 && Number(number.toFixed(digits)) !== number) digits += 1;
  return digits;
}

function floored(number: bigint, step: bigint): bigint {
  const quotient = number / step;
  return quotient * step > number ? quotient - 1n : quotient;
}

function commonMultiple(one: bigint, other: bigint): bigint {
  let [a, b] = [one, other];
  while (b !== 0n) [a, b] = [b, a % b];
  return (one / a) * other;
}

function larger(one: bigint, other: bigint): bigint {
  return one > other ? one : other;
}

function smaller(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
