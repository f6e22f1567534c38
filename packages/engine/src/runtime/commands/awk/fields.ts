/** The record of awk and its fields: `$0`, `$1` and `NF`, each made from the others when it is read. */
import { CommandError } from '../command.js';
import type { LinearExpression } from '../../../values/linear-expression.js';
import { InputText, type Value } from './values.js';

const maxFields = 1_000_000;

export class Fields {
  #record: Value = new InputText('');
  #fields: Value[] = [];
  #isSplit = true;
  #isJoined = true;
  readonly #split: (text: string) => readonly string[];
  readonly #join: (fields: readonly Value[]) => string;

  /**
   * @param split splits a record by `FS`
   * @param join joins fields by `OFS`
   */
  constructor(split: (text: string) => readonly string[], join: (fields: readonly Value[]) => string) {
    this.#split = split;
    this.#join = join;
  }

  set record(text: string) {
    this.#record = new InputText(text);
    this.#isSplit = false;
    this.#isJoined = true;
  }

  get(index: number): Value {
    if (index < 0) throw new CommandError('cmd. line:1: Access to negative field');
    if (index > 0) return index > this.#all.length ? undefined : (this.#all[index - 1] ?? '');
    if (!this.#isJoined) this.#record = new InputText(this.#join(this.#fields));
    this.#isJoined = true;
    return this.#record;
  }

  set(index: number, value: Value, text: string): void {
    if (index < 0) throw new CommandError('cmd. line:1: Access to negative field');
    if (index === 0) this.record = text;
    else {
      if (index > this.#all.length) this.count = index;
      this.#all[index - 1] = value;
      this.#isJoined = false;
    }
  }

  get count(): number {
    return this.#all.length;
  }

  set count(count: number) {
    const all = this.#all;
    if (count > maxFields) throw new CommandError('out of memory');
    while (all.length < count) all.push('');
    all.length = Math.max(0, count);
    this.#isJoined = false;
  }

  get #all(): Value[] {
    if (!this.#isSplit) {
      const { text } = this.#record as InputText;
      this.#fields = this.#split(text).map((part) => new InputText(part));
      this.#isSplit = true;
    }
    return this.#fields;
  }
}

/**
 * Splits a text.
 *
 * @param separator a space for blanks, a character, nothing for each character, or a regular expression
 */
export function splitText(text: string, separator: string | LinearExpression): readonly string[] {
  if (text === '') return [];
  if (separator === ' ') return text.split(/[ \t\n]+/).filter((part) => part !== '');
  if (separator === '') return [...text];
  if (typeof separator === 'string') return text.split(separator);
  const parts: string[] = [];
  let [at, from] = [0, 0];
  for (
    let found = separator.findFrom(text, from);
    found !== undefined && from <= text.length;
    found = separator.findFrom(text, from)
  ) {
    const length = found.texts[0]?.length ?? 0;
    if (length === 0) {
      from = found.index + 1;
      if (from > text.length) break;
      continue;
    }
    parts.push(text.slice(at, found.index));
    at = from = found.index + length;
  }
  return [...parts, text.slice(at)];
}
