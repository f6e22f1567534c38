/** Changes what stands at a path. */
import { put, type Draft } from './draft.js';
import { isList, isRecord, isThere, keysFor, own, type JsonRecord } from './json.js';
import type { Segment } from './path.js';

/** What a value is replaced by so that it is left out. */
export const gone = Symbol('gone');

/**
 * What becomes of a value.
 *
 * @param value what is there; undefined where a record lacks the member
 * @param beside the record that has it, or the entry itself
 */
export type Change = (value: unknown, beside: unknown) => unknown;

export interface EditOptions {
  readonly draft: Draft;
  /** Members are found in any case of letters. */
  readonly anyCase: boolean;
  /** Records on the way are made where they are absent. */
  readonly makes: boolean;
}

/** The same value when nothing changed, else a copy of what lies on the way; {@link gone} when all of it goes. */
export function edit(root: unknown, path: readonly Segment[], change: Change, options: EditOptions): unknown {
  return editor(path, change, options)(root);
}

/** The same for several values one after another. */
export function editor(path: readonly Segment[], change: Change, options: EditOptions): (root: unknown) => unknown {
  const made = new Edit(path, change, options);
  return (root) => made.at(root, root, 0);
}

// Written with loops: lists of answers are long, and every server of two versions passes here.
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
    if (isRecord(node)) return this.#member(node, segment.name, index + 1);
    if (!this.options.makes || isThere(node)) return node;
    const made = this.#member(this.options.draft.record({}), segment.name, index + 1);
    return Object.keys(made).length === 0 ? node : made;
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
      isShorter ||= after === gone;
    }
    return isShorter && copy !== undefined ? copy.filter((entry) => entry !== gone) : (copy ?? list);
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
      isLess ||= after === gone;
    }
    if (copy === undefined) return record;
    if (!isLess) return copy;
    const rest = this.options.draft.record({});
    for (const [key, value] of Object.entries(copy)) if (value !== gone) put(rest, key, value);
    return rest;
  }

  #member(record: JsonRecord, name: string, next: number): JsonRecord {
    if (this.options.anyCase) {
      const keys = keysFor(record, name, true);
      if (keys.length > 1 || (keys.length === 1 && keys[0] !== name)) return this.#spelled(record, keys, next);
    }
    const before = own(record, name);
    const after = this.at(before, record, next);
    return after === before ? record : this.#written(record, name, after);
  }

  #spelled(record: JsonRecord, keys: readonly string[], next: number): JsonRecord {
    let result = record;
    for (const key of keys) {
      const before = own(record, key);
      const after = this.at(before, result, next);
      if (after !== before) result = this.#written(result, key, after);
    }
    return result;
  }

  #written(record: JsonRecord, key: string, value: unknown): JsonRecord {
    if (value === gone) return this.options.draft.without(record, key);
    const copy = this.options.draft.record(record);
    put(copy, key, value);
    return copy;
  }
}
