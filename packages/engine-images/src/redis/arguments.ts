/** Reads arguments of commands. */
import { ErrorReply, refused } from './reply.js';

/** The number of bytes that a string may have. */
export const maxStringLength = 512 * 1024 * 1024;

export const syntaxError = (): ErrorReply => new ErrorReply('ERR syntax error');

export function subcommandError(command: string, name: string): ErrorReply {
  return new ErrorReply(`ERR unknown subcommand or wrong number of arguments for '${name}'. Try ${command} HELP.`);
}

/** @param message of what is no integer or less than the minimum @throws ErrorReply */
export function integer(
  text: string | undefined,
  minimum = -Infinity,
  message = minimum < 0 ? 'ERR value is not an integer or out of range' : 'ERR value is out of range, must be positive',
): number {
  if (text === undefined || !/^(0|-?[1-9]\d*)$/.test(text) || !fitsInteger(BigInt(text)) || Number(text) < minimum)
    throw new ErrorReply(message);
  return Number(text);
}

/** Reads the count and the option of a command of random items. A negative count allows equal items. @throws ErrorReply */
export function randomCount(
  text: string | undefined,
  words: readonly string[],
  option?: string,
): { readonly amount: number; readonly arePairs: boolean } {
  const amount = integer(text);
  if (bigInteger(text) === -(2n ** 63n))
    throw new ErrorReply(`ERR value is out of range, value must between ${1n - 2n ** 63n} and ${2n ** 63n - 1n}`);
  if (words.length > 1 || (words.length > 0 && words[0]?.toUpperCase() !== option)) throw syntaxError();
  const arePairs = words.length > 0;
  if (arePairs && Math.abs(amount) > 2 ** 62) throw new ErrorReply('ERR value is out of range');
  if (amount < -maxStringLength) throw refused('replies of so many items are');
  return { amount, arePairs };
}

/** Chooses different items; with a negative count, items that may be equal. */
export function randomOf<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length === 0) return [];
  if (count < 0) return Array.from({ length: -count }, () => items[Math.floor(Math.random() * items.length)] as Item);
  const rest = [...items];
  const chosen: Item[] = [];
  while (chosen.length < count && rest.length > 0)
    chosen.push(...rest.splice(Math.floor(Math.random() * rest.length), 1));
  return chosen;
}

/**
 * Reads `numkeys key [key …]`.
 * @param error of more keys than there are words
 * @throws ErrorReply
 */
export function countedKeys(options: Options, count = countOf(options, 'numkeys'), error = syntaxError()): string[] {
  if (count > options.length) throw error;
  return Array.from({ length: count }, () => options.word());
}

/** Reads a number of things, at least one. @throws ErrorReply */
export function countOf(options: Options, name: string): number {
  return options.integer(1, `ERR ${name} should be greater than 0`);
}

/** @throws ErrorReply */
export function bigInteger(text: string | undefined): bigint {
  integer(text);
  return BigInt(text ?? '');
}

export function fitsInteger(value: bigint): boolean {
  return value >= -(2n ** 63n) && value < 2n ** 63n;
}

/** Reads a moment, or a time from one on. @param scale the milliseconds of a unit @param base 0 for a moment @throws ErrorReply */
export function momentOf(command: string, text: string, scale: number, base: number, minimum = -Infinity): number {
  const time = bigInteger(text) * BigInt(scale);
  if (time < minimum || !fitsInteger(time) || !fitsInteger(time + BigInt(base)))
    throw new ErrorReply(`ERR invalid expire time in '${command}' command`);
  return Number(time) + base;
}

/** @throws ErrorReply */
export function float(text: string | undefined, message = 'ERR value is not a valid float'): number {
  const infinite = /^([+-]?)inf(inity)?$/i.exec(text ?? '');
  if (infinite !== null) return infinite[1] === '-' ? -Infinity : Infinity;
  const value = Number(text);
  if (text === undefined || text.trim() === '' || /\s|^0x/i.test(text) || Number.isNaN(value))
    throw new ErrorReply(message);
  return value;
}

/** Reads a timeout in seconds. @returns milliseconds; 0 for none. @throws ErrorReply */
export function timeout(text: string | undefined): number {
  const seconds = float(text, 'ERR timeout is not a float or out of range');
  if (seconds < 0 || seconds * 1000 >= 2 ** 63) throw new ErrorReply('ERR timeout is negative');
  return Math.ceil(seconds * 1000);
}

/** Reads options such as `LIMIT 0 1`. */
export class Options {
  readonly #words: string[];

  constructor(words: readonly string[]) {
    this.#words = [...words];
  }

  get length(): number {
    return this.#words.length;
  }

  get isEmpty(): boolean {
    return this.#words.length === 0;
  }

  /** Takes the next word if it is one of the names. @returns the name in capitals */
  take<Name extends string>(...names: readonly Name[]): Name | undefined {
    const next = this.#words[0]?.toUpperCase();
    const found = names.find((name) => name === next);
    if (found !== undefined) this.#words.shift();
    return found;
  }

  /** Takes the next word. @throws ErrorReply at the end */
  word(): string {
    const word = this.#words.shift();
    if (word === undefined) throw syntaxError();
    return word;
  }

  /** @param message of what is no integer or less than the minimum @throws ErrorReply */
  integer(minimum?: number, message?: string): number {
    return integer(this.word(), minimum, message);
  }

  /** Takes the rest. */
  rest(): string[] {
    return this.#words.splice(0);
  }
}

/** Returns the first and last index of a range whose limits count from the end if they are negative. */
export function rangeOf(
  length: number,
  start: number,
  stop: number,
): { readonly first: number; readonly last: number } {
  const first = start < 0 ? Math.max(0, length + start) : start;
  const last = stop < 0 ? Math.max(-1, length + stop) : Math.min(stop, length - 1);
  return { first, last };
}

/** Returns the first and last index of a range of a string, which is not empty if both limits are before its beginning. */
export function stringRangeOf(length: number, start: number, stop: number): ReturnType<typeof rangeOf> {
  const { first, last } = rangeOf(length, start, stop);
  return { first, last: start < 0 && stop < 0 && start > stop ? -1 : Math.max(0, last) };
}
