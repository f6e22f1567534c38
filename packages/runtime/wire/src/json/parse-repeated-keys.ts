/** Parses JSON and preserves all keys of all objects, for JSON with repeated keys. */
import { RepeatedKeys, setProperty } from './repeated-keys.js';

/**
 * Parses JSON.
 *
 * @param text valid JSON that `JSON.parse` has accepted; it is not checked again
 * @param parseScalar parses what is neither an array nor an object nor a string
 */
export function parseRepeatedKeys(text: string, parseScalar: (text: string) => unknown): unknown {
  return new Parser(text, parseScalar).value();
}

const whiteSpace = /[ \n\r\t]*/y;
const scalar = /[^\s,\]}]+/y;

class Parser {
  readonly #text: string;
  readonly #parseScalar: (text: string) => unknown;
  #at = 0;

  constructor(text: string, parseScalar: (text: string) => unknown) {
    this.#text = text;
    this.#parseScalar = parseScalar;
  }

  value(): unknown {
    switch (this.#next()) {
      case '{':
        return this.#object();
      case '[':
        return this.#array();
      case '"':
        return this.#string();
      default:
        return this.#parseScalar(this.#take(scalar));
    }
  }

  #object(): unknown {
    const entries: [string, unknown][] = [];
    this.#at += 1;
    while (this.#next() !== '}') {
      if (this.#text[this.#at] === ',') {
        this.#at += 1;
        this.#next();
      }
      const key = this.#string();
      this.#next();
      this.#at += 1;
      entries.push([key, this.value()]);
    }
    this.#at += 1;
    const object: Record<string, unknown> = {};
    for (const [key, value] of entries) setProperty(object, key, value);
    return Object.keys(object).length === entries.length ? object : new RepeatedKeys(entries);
  }

  #array(): unknown[] {
    const items: unknown[] = [];
    this.#at += 1;
    while (this.#next() !== ']') {
      if (this.#text[this.#at] === ',') this.#at += 1;
      items.push(this.value());
    }
    this.#at += 1;
    return items;
  }

  #string(): string {
    const from = this.#at;
    let to = this.#text.indexOf('"', from + 1);
    while (this.#isEscaped(to)) to = this.#text.indexOf('"', to + 1);
    this.#at = to + 1;
    return JSON.parse(this.#text.slice(from, this.#at)) as string;
  }

  /** Tells whether an odd number of backslashes precedes a position. */
  #isEscaped(at: number): boolean {
    let from = at;
    while (this.#text.charCodeAt(from - 1) === 0x5c) from -= 1;
    return (at - from) % 2 === 1;
  }

  /** Skips white space and returns the next character. */
  #next(): string | undefined {
    this.#take(whiteSpace);
    return this.#text[this.#at];
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [match = ''] = pattern.exec(this.#text) ?? [];
    this.#at += match.length;
    return match;
  }
}
