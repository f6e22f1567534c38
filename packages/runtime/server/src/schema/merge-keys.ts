/**
 * Merges properties that are given more than once, as Go's `encoding/json` does: it decodes one after the other into the
 * same variable. The last of them does not simply win.
 *
 * - Objects with named properties merge, at any depth.
 * - Maps merge too, but each of their entries is decoded into a new variable: the last one of a key counts.
 * - Of arrays the later one counts, decoded over the elements of the earlier one. An element of the earlier array that the
 *   later one does not reach is still there for a third, unless an empty array or null came between.
 * - Null empties maps, arrays and what is held by a pointer, and leaves everything else as it is.
 *
 * `npm run engine-bodies` in `tools/e2e/servers` compares this with real engines.
 */
import type { Field, ArraySchema, MapSchema, ObjectSchema, Schema } from '@lading/runtime-wire';
import { foldKey } from './fold-key.js';
import { isHeldByPointer } from './held-by-pointer.js';
import { entriesOf, setProperty, withLastKeys } from './repeated-keys.js';

type Values = Record<string, unknown>;

/** A slice of Go: what is behind its length may be seen again when it grows. */
class Slice {
  length = 0;
  readonly elements: unknown[] = [];
}

/**
 * What an engine takes a value for in which properties are repeated, exactly or in other letters. Names of the contract
 * come out in their spelling there. What does not fit its shape is left in place, for a reader to refuse.
 */
export function mergeKeys(schema: Schema, value: unknown): unknown {
  return settled(decoded(schema, value, undefined, ''));
}

/** `earlier` is owned by this module, and may be written to. */
function decoded(schema: Schema, value: unknown, earlier: unknown, path: string): unknown {
  switch (schema.kind) {
    case 'nullable':
      return decoded(schema.of, value, earlier, path);
    case 'ref':
      return decoded(schema.to(), value, earlier, path);
    case 'union':
    case 'any':
    case 'bytes':
      return withLastKeys(value);
    default:
  }
  // A mistake is one even when something right follows it.
  if (earlier !== undefined && earlier !== null && !fits(schema, earlier)) return earlier;
  if (value === null) return earlier === undefined || isEmptiedByNull(schema, path) ? null : earlier;
  switch (schema.kind) {
    case 'object':
      return decodedRecord(schema, value, earlier, path);
    case 'map':
      return decodedMap(schema, value, earlier);
    case 'array':
      return decodedList(schema, value, earlier, path);
    default:
      return withLastKeys(value);
  }
}

function decodedRecord(schema: ObjectSchema, value: unknown, earlier: unknown, path: string): unknown {
  const entries = entriesOf(value);
  if (entries === undefined) return value;
  const names = namesOf(schema);
  const out = (earlier ?? {}) as Values;
  for (const [key, member] of entries) {
    const name = Object.hasOwn(schema.fields, key) ? key : names.get(foldKey(key));
    if (name === undefined) setProperty(out, key, withLastKeys(member));
    else {
      const before = Object.hasOwn(out, name) ? out[name] : undefined;
      const inner = path === '' ? name : `${path.slice(path.lastIndexOf('.') + 1)}.${name}`;
      setProperty(out, name, decoded((schema.fields[name] as Field).schema, member, before, inner));
    }
  }
  return out;
}

function decodedMap({ values }: MapSchema, value: unknown, earlier: unknown): unknown {
  const entries = entriesOf(value);
  if (entries === undefined) return value;
  const out = (earlier ?? {}) as Values;
  for (const [key, member] of entries) setProperty(out, key, decoded(values, member, undefined, ''));
  return out;
}

function decodedList({ items, min, max }: ArraySchema, value: unknown, earlier: unknown, path: string): unknown {
  if (!Array.isArray(value)) return value;
  const isEmptied = value.length === 0 && min === undefined;
  const slice = earlier instanceof Slice && !isEmptied ? earlier : new Slice();
  const { elements } = slice;
  for (const [index, item] of value.entries()) elements[index] = decoded(items, item, elements[index], path);
  // An array of fixed length has nothing behind it.
  if (min !== undefined && min === max) elements.length = value.length;
  slice.length = value.length;
  return slice;
}

function fits(schema: Schema, value: unknown): boolean {
  switch (schema.kind) {
    case 'object':
    case 'map':
      return typeof value === 'object' && !(value instanceof Slice);
    case 'array':
      return value instanceof Slice;
    case 'integer':
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'string':
      return typeof value === 'string';
    case 'enum':
      return typeof value === typeof schema.values[0];
    default:
      return true;
  }
}

function isEmptiedByNull(schema: Schema, path: string): boolean {
  if (schema.kind === 'array') return schema.min === undefined || schema.min !== schema.max;
  return schema.kind === 'map' || isHeldByPointer(path);
}

function settled(value: unknown): unknown {
  if (value instanceof Slice) return value.elements.slice(0, value.length).map(settled);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const object = value as Values;
  for (const key of Object.keys(object)) setProperty(object, key, settled(object[key]));
  return object;
}

const namesCache = new WeakMap<ObjectSchema, ReadonlyMap<string, string>>();

/** By how they fold. Of names that fold to one the first counts, as in Go. */
function namesOf(schema: ObjectSchema): ReadonlyMap<string, string> {
  let names = namesCache.get(schema);
  if (names === undefined) {
    const folded = new Map<string, string>();
    for (const name of Object.keys(schema.fields)) if (!folded.has(foldKey(name))) folded.set(foldKey(name), name);
    namesCache.set(schema, (names = folded));
  }
  return names;
}
