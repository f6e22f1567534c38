/** Changes the values at a path. */
import { put, type Draft } from './draft.js';
import { isList, isRecord, isThere, keysFor, own, type JsonRecord } from './json.js';
import type { Segment } from './path.js';

/** The result of a {@link Change} that removes the value. */
export const REMOVED = Symbol('removed');

/**
 * Returns the new value, or {@link REMOVED}.
 *
 * @param value the old value; undefined if the object lacks the property
 * @param beside the object that contains the value, or the entry itself
 */
export type Change = (value: unknown, beside: unknown) => unknown;

export interface EditOptions {
  readonly draft: Draft;
  /** Whether property names are case-insensitive. */
  readonly anyCase: boolean;
  /** Whether absent objects on the way are created. */
  readonly creates: boolean;
}

/** Returns the same value if nothing changed, else a copy along the path; {@link REMOVED} if the root was removed. */
export function edit(root: unknown, path: readonly Segment[], change: Change, options: EditOptions): unknown {
  return editor(path, change, options)(root);
}

/** Returns an {@link edit} that can be applied to several values. */
export function editor(path: readonly Segment[], change: Change, options: EditOptions): (root: unknown) => unknown {
  const prepared = new Edit(path, change, options);
  return (root) => prepared.at(root, root, 0);
}

// Uses loops for speed: arrays in responses are long, and every server of two versions runs this code.
class Edit {
  constructor(
    readonly path: readonly Segment[],
    readonly change: Change,
    readonly options: EditOptions,
  ) {}

  at(node: unknown, beside: unknown, index: number): unknown {
    const segment = this.path[index];
    if (segment === undefined) return this.change(node, beside);
    if (segment === '[]') return isList(node) ? this.#entries(node, index + 1) : node;
    if (segment === '{}') return isRecord(node) ? this.#values(node, index + 1) : node;
    if (isRecord(node)) return this.#property(node, segment.name, index + 1);
    if (!this.options.creates || isThere(node)) return node;
    const created = this.#property(this.options.draft.record({}), segment.name, index + 1);
    return Object.keys(created).length === 0 ? node : created;
  }

  #entries(list: readonly unknown[], next: number): readonly unknown[] {
    let copy: unknown[] | undefined;
    let isShorter = false;
    for (let position = 0; position < list.length; position += 1) {
      const entry = list[position];
      const after = this.at(entry, entry, next);
      if (after === entry) continue;
      copy ??= this.options.draft.list(list);
      copy[position] = after;
      isShorter ||= after === REMOVED;
    }
    return isShorter && copy !== undefined ? copy.filter((entry) => entry !== REMOVED) : (copy ?? list);
  }

  #values(record: JsonRecord, next: number): JsonRecord {
    let copy: Record<string, unknown> | undefined;
    let isLess = false;
    for (const key in record) {
      if (!Object.prototype.hasOwnProperty.call(record, key)) continue;
      const before = record[key];
      const after = this.at(before, before, next);
      if (after === before) continue;
      copy ??= this.options.draft.record(record);
      put(copy, key, after);
      isLess ||= after === REMOVED;
    }
    if (copy === undefined) return record;
    if (!isLess) return copy;
    const rest = this.options.draft.record({});
    for (const [key, value] of Object.entries(copy)) if (value !== REMOVED) put(rest, key, value);
    return rest;
  }

  #property(record: JsonRecord, name: string, next: number): JsonRecord {
    if (this.options.anyCase) {
      const keys = keysFor(record, name, true);
      if (keys.length > 1 || (keys.length === 1 && keys[0] !== name)) return this.#eachSpelling(record, keys, next);
    }
    const before = own(record, name);
    const after = this.at(before, record, next);
    return after === before ? record : this.#write(record, name, after);
  }

  #eachSpelling(record: JsonRecord, keys: readonly string[], next: number): JsonRecord {
    let result = record;
    for (const key of keys) {
      const before = own(record, key);
      const after = this.at(before, result, next);
      if (after !== before) result = this.#write(result, key, after);
    }
    return result;
  }

  #write(record: JsonRecord, key: string, value: unknown): JsonRecord {
    if (value === REMOVED) return this.options.draft.without(record, key);
    const copy = this.options.draft.record(record);
    put(copy, key, value);
    return copy;
  }
}
