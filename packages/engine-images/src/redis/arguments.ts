/** Reads arguments of commands. */
import { ErrorReply } from './reply.js';

export const syntaxError = (): ErrorReply => new ErrorReply('ERR syntax error');

/** @throws ErrorReply */
export function integer(text: string | undefined): number {
  if (text === undefined || !/^-?(0|[1-9]\d*)$/.test(text) || !fitsInteger(BigInt(text)))
    throw new ErrorReply('ERR value is not an integer or out of range');
  return Number(text);
}

/** @throws ErrorReply */
export function bigInteger(text: string | undefined): bigint {
  integer(text);
  return BigInt(text ?? '');
}

export function fitsInteger(value: bigint): boolean {
  return value >= -(2n ** 63n) && value < 2n ** 63n;
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
  if (seconds < 0) throw new ErrorReply('ERR timeout is negative');
  return Math.ceil(seconds * 1000);
}

/** Reads options such as `LIMIT 0 1`. */
export class Options {
  readonly #words: string[];

  constructor(words: readonly string[]) {
    this.#words = [...words];
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

  integer(): number {
    return integer(this.word());
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
  const last = stop < 0 ? length + stop : Math.min(stop, length - 1);
  return { first, last };
}
