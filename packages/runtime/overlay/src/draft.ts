/** One conversion's own copies: a message is never changed, and no part of it copied twice. */
import { isList, type JsonRecord } from './json.js';

export class Draft {
  readonly #isShared: boolean;
  #own: Set<object> | undefined;

  /** @param rules how many write to it: what a single one has copied it does not meet again */
  constructor(rules: number) {
    this.#isShared = rules > 1;
  }

  /** A record to write to: itself when it is a copy already. */
  record(value: JsonRecord): Record<string, unknown> {
    return this.#own?.has(value) === true ? value : this.#kept({ ...value });
  }

  /** The record less one member. */
  without(value: JsonRecord, gone: string): JsonRecord {
    // Engines of JavaScript slow down what a member was deleted from: a new record is made of all the others. They know
    // this form of the loop, and neither make a list of the keys nor ask for each whether it is an own one.
    const copy: Record<string, unknown> = {};
    for (const key in value) {
      if (key !== gone && Object.prototype.hasOwnProperty.call(value, key)) put(copy, key, value[key]);
    }
    return this.#kept(copy);
  }

  list(value: readonly unknown[]): unknown[] {
    return this.#own?.has(value) === true && isList(value) ? (value as unknown[]) : this.#kept([...value]);
  }

  /** What will stand in two places is nobody's own: to write to one would change the other. */
  release(value: unknown): void {
    if (typeof value === 'object') this.#own = undefined;
  }

  #kept<T extends object>(copy: T): T {
    if (this.#isShared) (this.#own ??= new Set()).add(copy);
    return copy;
  }
}

/** Writes an own key, also one by which a prototype would be set. */
export function put(record: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') record[key] = value;
  else Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
}
