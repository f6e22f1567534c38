/**
 * The properties of an object in a JSON text: where they are, and what edits have changed of them. One is used for all objects of an
 * operation, one after the other: keeping positions rather than texts takes a fraction of the time.
 */
import type { Literal } from './json-literal.js';

/** What is true of a property whose value is one of some, or of any other one. */
export interface Test {
  readonly index: number;
  readonly literals: readonly Literal[];
  /** Whether absence is like one of the values. */
  readonly matchesAbsence: boolean;
  readonly isNegated: boolean;
}

/** The new text of a property, or the property whose text it gets; the empty text removes it. */
export interface Write {
  readonly index: number;
  readonly text: string;
  readonly from: number | undefined;
}

/** Changes properties if all tests hold. It is data rather than a function: calling many functions takes longer than what they do. */
export interface Edit {
  readonly tests: readonly Test[];
  readonly writes: readonly Write[];
}

export class EditedObject {
  #text = '';
  /** Where the name, the value, and the end of each property are; the end is 0 if it is absent. */
  readonly #starts: number[] = [];
  readonly #valueStarts: number[] = [];
  readonly #ends: number[] = [];
  /** The changed values: the empty text for a dropped one, undefined for one that is as in the text. */
  readonly #changed: (string | undefined)[] = [];
  #isChanged = false;
  /** The indices of the properties in the order of the text. */
  readonly #order: number[] = [];
  #count = 0;

  /** Adds room for a property. */
  addProperty(): void {
    for (const positions of [this.#starts, this.#valueStarts, this.#ends, this.#order]) positions.push(0);
    this.#changed.push(undefined);
  }

  /** Begins with another object, of which nothing is known. */
  begin(text: string): void {
    this.#text = text;
    this.#count = 0;
    for (let index = 0; index < this.#ends.length; index += 1) this.#ends[index] = 0;
    if (this.#isChanged) this.#changed.fill(undefined);
    this.#isChanged = false;
  }

  /** Keeps where a property is. */
  find(index: number, start: number, valueStart: number, end: number): void {
    this.#starts[index] = start;
    this.#valueStarts[index] = valueStart;
    this.#ends[index] = end;
    this.#order[this.#count] = index;
    this.#count += 1;
  }

  isFound(index: number): boolean {
    return this.#ends[index] !== 0;
  }

  /** Returns the text of a value, which is empty if it is absent. */
  get(index: number): string {
    return this.#changed[index] ?? this.#text.slice(this.#valueStarts[index], this.#ends[index]);
  }

  set(index: number, text: string): void {
    this.#changed[index] = text;
    this.#isChanged = true;
  }

  apply({ tests, writes }: Edit): void {
    for (const test of tests) if (!this.#holds(test)) return;
    for (const { index, text, from } of writes) this.set(index, from === undefined ? text : this.get(from));
  }

  #holds({ index, literals, matchesAbsence, isNegated }: Test): boolean {
    const changed = this.#changed[index];
    const text = changed ?? this.#text;
    const start = changed === undefined ? (this.#valueStarts[index] ?? 0) : 0;
    const end = changed === undefined ? (this.#ends[index] ?? 0) : changed.length;
    if (end === 0) return matchesAbsence !== isNegated;
    for (const literal of literals) if (literal.isAt(text, start, end)) return !isNegated;
    return isNegated;
  }

  /**
   * Writes what has been changed.
   *
   * @param labels the names of the properties with what is around them in a text
   * @param start of the first property
   * @param end behind the last one
   * @param replace is called in the order of the text
   */
  write(
    labels: readonly string[],
    start: number,
    end: number,
    replace: (start: number, end: number, text: string) => void,
  ): void {
    if (!this.#isChanged) return;
    /** Where the first property that stays may begin. */
    let first = start;
    for (let at = 0; at < this.#count; at += 1) {
      const index = this.#order[at] ?? 0;
      const text = this.#changed[index];
      if (text === undefined) continue;
      const from = this.#starts[index] ?? 0;
      const to = this.#ends[index] ?? 0;
      if (text !== '') replace(this.#valueStarts[index] ?? 0, to, text);
      else if (from > first) replace(from - 1, to, '');
      else replace(first, (first = Math.min(to + 1, end)), '');
    }
    let added = '';
    for (let index = 0; index < labels.length; index += 1) {
      const text = this.#changed[index];
      if (text === undefined || text === '' || this.isFound(index)) continue;
      if (added !== '' || first < end) added += ',';
      added += labels[index] + text;
    }
    if (added !== '') replace(end, end, added);
  }
}
