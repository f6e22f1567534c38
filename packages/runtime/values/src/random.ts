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

export function numberOf(schema: IntegerSchema | NumberSchema, random: Random): number {
  const { kind, format = '', minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const whole = kind === 'integer' || multipleOf !== undefined;
  const step = multipleOf ?? (whole ? 1 : 0.5);
  const least = Math.max(
    minimum ?? -Infinity,
    exclusiveMinimum === undefined ? -Infinity : exclusiveMinimum + step / 2,
  );
  const most = Math.min(maximum ?? Infinity, exclusiveMaximum === undefined ? Infinity : exclusiveMaximum - step / 2);
  // Near zero, if possible: a limit may have more digits than a number of JavaScript.
  const usual = format.startsWith('uint') ? 0 : -50 * step;
  const start = Math.max(least, Math.min(usual, most - 100 * step));
  const first = Math.ceil(start / step);
  const last = Math.max(first, Math.floor(Math.min(most, start + 100 * step) / step));
  const number = (first + random.below(last - first + 1)) * step;
  // A product of a fraction has digits that the schema's limits do not have.
  const rounded = Number(number.toPrecision(12));
  return rounded < least || rounded > most ? (minimum ?? maximum ?? 0) : rounded + 0;
}
