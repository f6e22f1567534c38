/** Readers of lists and of maps, whose keys are data. */
import type { ArraySchema, MapSchema, Schema } from '@lading/runtime-wire';
import type { Mode, Reader, ReaderOf } from './read-function.js';
import { zeroOf } from './zero.js';

export function listReader({ items, min, max }: ArraySchema, mode: Mode, readerOf: ReaderOf): Reader {
  let reader: Reader | undefined;
  const length = mode === 'request' && min === max ? min : undefined;
  return (value, problems) => {
    if (!Array.isArray(value)) {
      problems.add('must be a list');
      return value;
    }
    const given: unknown[] = length === undefined || value.length === length ? value : fitted(value, length, items);
    if (min !== undefined && given.length < min) problems.addRule(`must have at least ${entries(min)}`);
    if (max !== undefined && given.length > max) problems.addRule(`must have at most ${entries(max)}`);
    reader ??= entryReader(items, mode, readerOf);
    let out = given;
    for (let index = 0; index < given.length; index += 1) {
      const item = given[index];
      const before = problems.list.length;
      const read = reader(item, problems);
      if (problems.list.length > before) problems.within(index, before);
      if (read !== item) {
        if (out === given) out = [...out];
        out[index] = read;
      }
    }
    return out;
  };
}

/** Of a list of fixed length engines drop what is too much, and what is missing is not set. */
function fitted(value: readonly unknown[], length: number, items: Schema): unknown[] {
  return Array.from({ length }, (_, index) => (index < value.length ? value[index] : zeroOf(items)));
}

/** In requests null, where it is no value of its own, is an entry that is not set. */
function entryReader(schema: Schema, mode: Mode, readerOf: ReaderOf): Reader {
  const reader = readerOf(schema, mode);
  if (mode === 'response') return reader;
  const zero = zeroOf(schema);
  return zero === null ? reader : (value, problems) => (value === null ? zeroOf(schema) : reader(value, problems));
}

function entries(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`;
}

export function mapReader({ values }: MapSchema, mode: Mode, readerOf: ReaderOf): Reader {
  let reader: Reader | undefined;
  return (value, problems) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      problems.add('must be an object');
      return value;
    }
    reader ??= entryReader(values, mode, readerOf);
    let out = value as Record<string, unknown>;
    // As in a record: what comes from JSON has no keys but its own.
    for (const key in value) {
      const member = (value as Record<string, unknown>)[key];
      const before = problems.list.length;
      const read = reader(member, problems);
      if (problems.list.length > before) problems.within(key, before);
      if (read !== member) {
        if (out === value) out = { ...out };
        // A key `__proto__` is data too.
        Object.defineProperty(out, key, { value: read, enumerable: true, configurable: true, writable: true });
      }
    }
    return out;
  };
}
