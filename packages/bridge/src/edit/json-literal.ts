/** Compares the text of a JSON value, with a character for each byte, with values of rules. An absent value is the empty text. */
import { isDeepStrictEqual } from 'node:util';
import type { RuleValue } from '@lading/runtime-conversion';
import { parseAsText } from '@lading/runtime-wire/json';
import { backslash, latin1Of, space } from './json-text.js';

export function literalOf(value: RuleValue): string {
  return latin1Of(JSON.stringify(value));
}

/** Whether a value has one spelling, except for escapes and spaces: the properties of an object may be in any order. */
export function isComparable(value: RuleValue): boolean {
  return !/\\|\{"/.test(literalOf(value));
}

/** A value that is comparable. */
export class Literal {
  readonly text: string;
  /** The codes of its first two characters, by which most values differ. */
  readonly #first: number;
  readonly #second: number;

  constructor(private readonly value: RuleValue) {
    this.text = literalOf(value);
    this.#first = this.text.charCodeAt(0);
    this.#second = this.text.charCodeAt(1);
  }

  /** Whether the value between two positions of a text is this one. */
  isAt(text: string, start: number, end: number): boolean {
    const { length } = this.text;
    // Spaces and escapes make it longer.
    if (end - start <= length) return end - start === length && text.startsWith(this.text, start);
    if (text.charCodeAt(start) !== this.#first) return false;
    const second = text.charCodeAt(start + 1);
    if (second !== this.#second && second > space && second !== backslash) return false;
    let at = 0;
    while (at < length && text.charCodeAt(start + at) === this.text.charCodeAt(at)) at += 1;
    const code = text.charCodeAt(start + at);
    return (code === backslash || code <= space) && isDeepStrictEqual(decoded(text.slice(start, end)), this.value);
  }
}

function decoded(text: string): unknown {
  try {
    return parseAsText(Buffer.from(text, 'latin1').toString());
  } catch {
    return undefined;
  }
}
