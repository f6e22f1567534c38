/** Reads the values of a JSON text that are needed. */
import { parseAsText } from '@lading/runtime-wire/json';
import {
  backslash,
  closeArray,
  closeObject,
  colon,
  comma,
  endOfValue,
  openArray,
  openObject,
  quote,
  space,
} from './json-text.js';
import type { Branch, NeededProperty } from './needed-paths.js';

/** Where an object is in the text of which only some properties were read. */
export interface Source {
  readonly start: number;
  end: number;
  /** In the order of the text. */
  readonly parts: Part[];
}

/** A property that was read, or a sequence of properties that were not, without the commas around it. */
export interface Part {
  /** The name of a property that was read. */
  readonly name?: string;
  readonly value?: unknown;
  readonly start: number;
  end: number;
}

const minus = 0x2d;
const [zero, nine] = [0x30, 0x39];

/** Whole numbers of so many digits are the same as a double. */
const exactDigits = 15;

/** What is needed with everything below it. */
const whole: Branch = { isWhole: true, properties: [], entries: undefined, values: undefined };

/** Each method begins at the current position, and ends behind what it has read. */
export class SparseReader {
  readonly sources: Source[] = [];
  #at = 0;
  #isUnusual = false;

  /** @param sourceName the property of an object that has the index of its source, if a part of it was not read */
  constructor(
    private readonly text: string,
    private readonly sourceName: string,
  ) {}

  /** Returns the value, and whether the text is as engines write it; otherwise the value means nothing. */
  read(root: Branch): { readonly value: unknown; readonly isUsual: boolean } {
    this.#space();
    const value = this.#value(root);
    this.#space();
    return { value, isUsual: !this.#isUnusual && this.#at === this.text.length };
  }

  #value(branch: Branch): unknown {
    const first = this.text.charCodeAt(this.#at);
    if (!branch.isWhole) {
      if (first === openArray && branch.entries !== undefined) return this.#array(branch.entries);
      if (first === openObject && branch.values !== undefined) return this.#map(branch.values);
      if (first === openObject && branch.properties.length > 0) return this.#object(branch.properties);
    }
    if (first === openArray) return this.#array(whole);
    return first === openObject ? this.#map(whole) : this.#simple(first);
  }

  #array(entries: Branch): readonly unknown[] {
    const values: unknown[] = [];
    this.#at += 1;
    while (!this.#ends(closeArray, values.length)) values.push(this.#value(entries));
    return values;
  }

  #map(values: Branch): Readonly<Record<string, unknown>> {
    const map: Record<string, unknown> = {};
    this.#at += 1;
    for (let count = 0; !this.#ends(closeObject, count); count += 1) {
      const start = this.#at + 1;
      const name = this.text.slice(start, this.#name());
      this.#isUnusual ||= name === '__proto__';
      map[name] = this.#value(values);
    }
    return map;
  }

  #object(properties: readonly NeededProperty[]): Readonly<Record<string, unknown>> {
    const source: Source = { start: this.#at, end: 0, parts: [] };
    const { parts } = source;
    const value: Record<string, unknown> = {};
    let skipped: Part | undefined;
    let isWhole = true;
    this.#at += 1;
    for (let count = 0; !this.#ends(closeObject, count); count += 1) {
      const start = this.#at;
      const property = this.#named(properties, start + 1, this.#name());
      if (property === undefined) {
        this.#skip();
        if (skipped === undefined) parts.push((skipped = { start, end: this.#at }));
        else skipped.end = this.#at;
        isWhole = false;
        continue;
      }
      const { name } = property;
      // Of a repeated name only the last value counts.
      this.#isUnusual ||= name in value;
      value[name] = this.#value(property.branch);
      parts.push({ name, value: value[name], start, end: this.#at });
      skipped = undefined;
    }
    source.end = this.#at;
    if (!isWhole) {
      value[this.sourceName] = this.sources.length;
      this.sources.push(source);
    }
    return value;
  }

  #named(properties: readonly NeededProperty[], start: number, end: number): NeededProperty | undefined {
    for (const property of properties) {
      const { name } = property;
      if (name.length === end - start && this.text.startsWith(name, start)) return property;
    }
    return undefined;
  }

  /** Whether an object or an array ends here, or the text is unusual; otherwise reads the comma before each member but the first. */
  #ends(closing: number, count: number): boolean {
    if (this.#isUnusual) return true;
    this.#space();
    const code = this.text.charCodeAt(this.#at);
    if (code === closing) {
      this.#at += 1;
      return true;
    }
    if (count > 0) {
      this.#isUnusual = code !== comma;
      this.#at += 1;
      this.#space();
    }
    return this.#isUnusual;
  }

  /** Reads a name and the colon behind it. Returns the position behind its last character. */
  #name(): number {
    const { text } = this;
    const start = this.#at + 1;
    const end = text.indexOf('"', start);
    this.#isUnusual ||= text.charCodeAt(start - 1) !== quote || end < 0 || hasEscapes(text, start, end);
    this.#at = end + 1;
    this.#space();
    this.#isUnusual ||= text.charCodeAt(this.#at) !== colon;
    this.#at += 1;
    this.#space();
    return end;
  }

  /** Reads a value that is neither an array nor an object. A parser takes longer for most. */
  #simple(first: number): unknown {
    const start = this.#at;
    this.#skip();
    const { text } = this;
    const end = this.#at;
    if (this.#isUnusual) return undefined;
    if (first === quote && !hasEscapes(text, start + 1, end - 1)) return text.slice(start + 1, end - 1);
    return wholeNumber(text, start, end) ?? this.#parsed(text.slice(start, end));
  }

  #parsed(text: string): unknown {
    try {
      return parseAsText(text);
    } catch {
      this.#isUnusual = true;
      return undefined;
    }
  }

  #space(): void {
    while (this.text.charCodeAt(this.#at) <= space) this.#at += 1;
  }

  /** Skips a value, whatever it contains. */
  #skip(): void {
    const end = endOfValue(this.text, this.#at);
    this.#isUnusual ||= end < 0;
    this.#at = end < 0 ? this.text.length : end;
  }
}

/** Whether a part of a text has escapes, or control characters, which JSON does not allow there. */
function hasEscapes(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === backslash || code < space) return true;
  }
  return false;
}

/** Returns a whole number without an exponent; undefined for all others, and for what a double may change. */
function wholeNumber(text: string, start: number, end: number): number | undefined {
  const isNegative = text.charCodeAt(start) === minus;
  const first = isNegative ? start + 1 : start;
  const digits = end - first;
  if (digits < 1 || digits > exactDigits || (text.charCodeAt(first) === zero && (digits > 1 || isNegative))) {
    return undefined;
  }
  let number = 0;
  for (let at = first; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code < zero || code > nine) return undefined;
    number = number * 10 + code - zero;
  }
  return isNegative ? -number : number;
}
