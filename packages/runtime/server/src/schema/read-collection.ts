/** Readers of arrays and of maps, whose keys are data. */
import { type ArraySchema, type MapSchema, type Schema, jsonText } from '@lading/runtime-wire';
import type { Problems } from './problems.js';
import { propertyCheck, type PropertyCheck } from './property-constraints.js';
import { type Mode, type Reader, type ReaderOf, fitsSchema, isJsonObject } from './read-function.js';
import { zeroValueOf } from './zero-value.js';

export function arrayReader(schema: ArraySchema, mode: Mode, readerOf: ReaderOf): Reader {
  const { items, min, max, prefix = [], unique, contains } = schema;
  let reader: Reader | undefined;
  let first: readonly Reader[] | undefined;
  const length = mode === 'request' && min === max ? min : undefined;
  return (value, problems) => {
    if (!Array.isArray(value)) {
      problems.add('must be an array');
      return value;
    }
    const given: unknown[] =
      length === undefined || value.length === length ? value : withLength(value, length, items, prefix);
    if (min !== undefined && given.length < min) problems.addRule(`must have at least ${entryCount(min)}`);
    if (max !== undefined && given.length > max) problems.addRule(`must have at most ${entryCount(max)}`);
    reader ??= entryReader(items, mode, readerOf);
    first ??= prefix.map((schema) => entryReader(schema, mode, readerOf));
    let out = given;
    for (let index = 0; index < given.length; index += 1) {
      const item = given[index];
      const before = problems.list.length;
      const read = (first[index] ?? reader)(item, problems);
      if (problems.list.length > before) problems.within(index, before);
      if (read !== item) {
        if (out === given) out = [...out];
        out[index] = read;
      }
    }
    if (unique === true && hasEqualItems(out)) problems.addRule('must have no two equal entries');
    if (contains !== undefined)
      checkContained(out, contains, problems, (item) => fitsSchema(contains.schema, item, mode, readerOf));
    return out;
  };
}

function checkContained(
  items: readonly unknown[],
  { min = 1, max = Infinity }: NonNullable<ArraySchema['contains']>,
  problems: Problems,
  fits: (item: unknown) => boolean,
): void {
  const count = items.filter(fits).length;
  if (count < min) problems.addRule(`must have at least ${entryCount(min)} of the schema that it contains`);
  if (count > max) problems.addRule(`must have at most ${entryCount(max)} of the schema that it contains`);
}

/** Returns an array of fixed length as engines read it: without surplus entries, and filled with zero values. */
function withLength(value: readonly unknown[], length: number, items: Schema, prefix: readonly Schema[]): unknown[] {
  return Array.from({ length }, (_, index) =>
    index < value.length ? value[index] : zeroValueOf(prefix[index] ?? items),
  );
}

/** Returns the reader of an entry. In requests null, unless the schema allows it, is an entry that is not set. */
function entryReader(schema: Schema, mode: Mode, readerOf: ReaderOf): Reader {
  const reader = readerOf(schema, mode);
  if (mode !== 'request') return reader;
  const zero = zeroValueOf(schema);
  return zero === null ? reader : (value, problems) => (value === null ? zeroValueOf(schema) : reader(value, problems));
}

function entryCount(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`;
}

export function mapReader(schema: MapSchema, mode: Mode, readerOf: ReaderOf): Reader {
  const { values, patterns = [] } = schema;
  let reader: Reader | undefined;
  let check: PropertyCheck | undefined;
  return (value, problems) => {
    if (!isJsonObject(value)) {
      problems.add('must be an object');
      return value;
    }
    if (reader === undefined) {
      // With patterns, the check reads each value by its key.
      reader = entryReader(patterns.length > 0 ? { kind: 'any' } : values, mode, readerOf);
      check = propertyCheck({ schema, isDeclared: () => false, rest: values }, mode, readerOf);
    }
    let out = value;
    // As for other objects: an object from JSON has only own keys.
    for (const key in value) {
      const property = value[key];
      const before = problems.list.length;
      const read = reader(property, problems);
      if (problems.list.length > before) problems.within(key, before);
      if (read !== property) {
        if (out === value) out = { ...out };
        // The key `__proto__` is data like every other.
        Object.defineProperty(out, key, { value: read, enumerable: true, configurable: true, writable: true });
      }
    }
    check?.(out, problems);
    return out;
  };
}

/** Whether two items of an array are equal: scalars, and objects and arrays of equal values. */
function hasEqualItems(items: readonly unknown[]): boolean {
  // Compared as JSON, so that the time is in proportion to the length.
  return new Set(items.map((item) => jsonText(sorted(item), 'item'))).size < items.length;
}

/** Returns the value with the keys of all objects in one order: each object as an array of entries within another one. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return { '': entries.map(([key, inner]) => [key, sorted(inner)]) };
}
