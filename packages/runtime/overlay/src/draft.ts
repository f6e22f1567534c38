/** One conversion's own copies: a message is never changed, and no part of it copied twice. */
import { isList, type JsonRecord } from './json.js';

export class Draft {
  readonly #own = new Set<object>();

  /** A record to write to: itself when it is a copy already. */
  record(value: JsonRecord): Record<string, unknown> {
    return this.#own.has(value) ? value : this.#kept({ ...value });
  }

  /** The record less a member. */
  without(value: JsonRecord, key: string): JsonRecord {
    // Engines of JavaScript slow down what a member was deleted from: a new record is made of all the others.
    const copy: Record<string, unknown> = {};
    for (const name of Object.keys(value)) if (name !== key) put(copy, name, value[name]);
    return this.#kept(copy);
  }

  list(value: readonly unknown[]): unknown[] {
    return this.#own.has(value) && isList(value) ? (value as unknown[]) : this.#kept([...value]);
  }

  #kept<T extends object>(copy: T): T {
    this.#own.add(copy);
    return copy;
  }
}

/** Writes an own key, also one by which a prototype would be set. */
export function put(record: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') record[key] = value;
  else Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
}
