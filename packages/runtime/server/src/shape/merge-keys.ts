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
import type { Field, ListShape, MapShape, RecordShape, Shape } from '@lading/runtime-wire';
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
export function mergeKeys(shape: Shape, value: unknown): unknown {
  return settled(decoded(shape, value, undefined, ''));
}

/** `earlier` is owned by this module, and may be written to. */
function decoded(shape: Shape, value: unknown, earlier: unknown, path: string): unknown {
  switch (shape.kind) {
    case 'nullable':
      return decoded(shape.of, value, earlier, path);
    case 'ref':
      return decoded(shape.to(), value, earlier, path);
    case 'union':
    case 'any':
    case 'bytes':
      return withLastKeys(value);
    default:
  }
  // A mistake is one even when something right follows it.
  if (earlier !== undefined && earlier !== null && !fits(shape, earlier)) return earlier;
  if (value === null) return earlier === undefined || isEmptiedByNull(shape, path) ? null : earlier;
  switch (shape.kind) {
    case 'record':
      return decodedRecord(shape, value, earlier, path);
    case 'map':
      return decodedMap(shape, value, earlier);
    case 'list':
      return decodedList(shape, value, earlier, path);
    default:
      return withLastKeys(value);
  }
}

function decodedRecord(shape: RecordShape, value: unknown, earlier: unknown, path: string): unknown {
  const entries = entriesOf(value);
  if (entries === undefined) return value;
  const names = namesOf(shape);
  const out = (earlier ?? {}) as Values;
  for (const [key, member] of entries) {
    const name = Object.hasOwn(shape.fields, key) ? key : names.get(foldKey(key));
    if (name === undefined) setProperty(out, key, withLastKeys(member));
    else {
      const before = Object.hasOwn(out, name) ? out[name] : undefined;
      const inner = path === '' ? name : `${path.slice(path.lastIndexOf('.') + 1)}.${name}`;
      setProperty(out, name, decoded((shape.fields[name] as Field).shape, member, before, inner));
    }
  }
  return out;
}

function decodedMap({ values }: MapShape, value: unknown, earlier: unknown): unknown {
  const entries = entriesOf(value);
  if (entries === undefined) return value;
  const out = (earlier ?? {}) as Values;
  for (const [key, member] of entries) setProperty(out, key, decoded(values, member, undefined, ''));
  return out;
}

function decodedList({ items, min, max }: ListShape, value: unknown, earlier: unknown, path: string): unknown {
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

function fits(shape: Shape, value: unknown): boolean {
  switch (shape.kind) {
    case 'record':
    case 'map':
      return typeof value === 'object' && !(value instanceof Slice);
    case 'list':
      return value instanceof Slice;
    case 'integer':
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'text':
      return typeof value === 'string';
    case 'choice':
      return typeof value === typeof shape.values[0];
    default:
      return true;
  }
}

function isEmptiedByNull(shape: Shape, path: string): boolean {
  if (shape.kind === 'list') return shape.min === undefined || shape.min !== shape.max;
  return shape.kind === 'map' || isHeldByPointer(path);
}

function settled(value: unknown): unknown {
  if (value instanceof Slice) return value.elements.slice(0, value.length).map(settled);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const object = value as Values;
  for (const key of Object.keys(object)) setProperty(object, key, settled(object[key]));
  return object;
}

const namesCache = new WeakMap<RecordShape, ReadonlyMap<string, string>>();

/** By how they fold. Of names that fold to one the first counts, as in Go. */
export function namesOf(shape: RecordShape): ReadonlyMap<string, string> {
  let names = namesCache.get(shape);
  if (names === undefined) {
    const folded = new Map<string, string>();
    for (const name of Object.keys(shape.fields)) if (!folded.has(foldKey(name))) folded.set(foldKey(name), name);
    namesCache.set(shape, (names = folded));
  }
  return names;
}
