/** Tracks the copies of one conversion, so that a message is never modified and no part of it is copied twice. */
import { isList, type JsonRecord } from './json.js';
import type { Reads } from './reads.js';

export class Draft {
  readonly #isShared: boolean;
  #own: Set<object> | undefined;
  /** The value that each copy was made of. */
  readonly #originals = new Map<object, object>();

  /**
   * @param rules how many rules write to the draft; a single rule never encounters its own copies again
   * @param reads what functions read, where that is no loss
   */
  constructor(
    rules: number,
    readonly reads?: Reads,
  ) {
    this.#isShared = rules > 1;
  }

  /** Returns an object to write to: the same object if it is a copy already. */
  record(value: JsonRecord): Record<string, unknown> {
    return this.#own?.has(value) === true ? value : this.#track({ ...value }, value);
  }

  /** Returns a copy of the object without one property. */
  without(value: JsonRecord, omitted: string): JsonRecord {
    // `delete` makes objects slow in JavaScript engines, so the other properties are copied to a new object. Engines
    // optimize this form of the loop: they neither create an array of the keys nor look each one up.
    const copy: Record<string, unknown> = {};
    for (const key in value) {
      if (key !== omitted && Object.prototype.hasOwnProperty.call(value, key)) put(copy, key, value[key]);
    }
    return this.#track(copy, value);
  }

  list(value: readonly unknown[]): unknown[] {
    return this.#own?.has(value) === true && isList(value) ? (value as unknown[]) : this.#track([...value], value);
  }

  /** Stops tracking copies because a value is now in two places: a write to one would change the other. */
  release(value: unknown): void {
    if (typeof value === 'object') this.#own = undefined;
  }

  /** Returns a value as it was before the conversion. */
  originalOf(value: unknown): unknown {
    return typeof value === 'object' && value !== null ? (this.#originals.get(value) ?? value) : value;
  }

  #track<T extends object>(copy: T, original: object): T {
    if (this.#isShared) {
      (this.#own ??= new Set()).add(copy);
      this.#originals.set(copy, this.#originals.get(original) ?? original);
    }
    return copy;
  }
}

/** Writes an own property, even if assigning its name would set the prototype. */
export function put(record: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') record[key] = value;
  else Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
}
