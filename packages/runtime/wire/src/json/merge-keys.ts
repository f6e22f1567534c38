/**
 * Merges properties that are given more than once, as Go's `encoding/json` does: it decodes one after the other into
 * the same variable, so that the last value does not simply replace the others.
 *
 * - Objects with named properties are merged at any depth.
 * - Maps are merged too, but each entry is decoded into a new variable: the last entry of a key counts.
 * - The last array counts, decoded over the elements of the previous one. Elements of the previous array after the end
 *   of the last one are visible again in a third array, unless an empty array or null came between.
 * - Null empties maps, arrays and values that engines hold by a pointer, and leaves all other values unchanged.
 *
 * `npm run engine-bodies` in `tools/e2e/servers` compares this with real engines.
 */
import type { ArraySchema, Field, MapSchema, ObjectSchema, Schema } from '../schema/index.js';
import { isNumberText } from './exact-text.js';
import { isHeldByPointer } from './held-by-pointer.js';
import { entriesOf, setProperty, withLastKeys } from './repeated-keys.js';

type JsonObject = Record<string, unknown>;

/** A Go slice. Elements after its length become visible again when it grows. */
class Slice {
  length = 0;
  readonly elements: unknown[] = [];
}

/**
 * Returns a value as engines read it if properties are repeated, with equal keys or keys in another case. Names of the
 * contract are returned in the contract's spelling. A value that does not fit its schema is left for the reader to
 * reject.
 */
export function mergeKeys(schema: Schema, value: unknown): unknown {
  return withoutSlices(decodeOver(schema, value, undefined, ''));
}

/** Decodes a value over the earlier one, which this module owns and may modify. */
function decodeOver(schema: Schema, value: unknown, earlier: unknown, path: string): unknown {
  switch (schema.kind) {
    case 'nullable':
      return decodeOver(schema.of, value, earlier, path);
    case 'ref':
      return decodeOver(schema.to(), value, earlier, path);
    case 'union':
    case 'intersection':
    case 'condition':
    case 'never':
    case 'any':
    case 'bytes':
      return withLastKeys(value);
    default:
  }
  // An invalid value stays an error even if a valid one follows.
  if (earlier !== undefined && earlier !== null && !hasSchemaType(schema, earlier)) return earlier;
  if (value === null) return earlier === undefined || isEmptiedByNull(schema, path) ? null : earlier;
  switch (schema.kind) {
    case 'object':
      return decodeObject(schema, value, earlier, path);
    case 'map':
      return decodeMap(schema, value, earlier);
    case 'array':
      return decodeArray(schema, value, earlier, path);
    default:
      return withLastKeys(value);
  }
}

function decodeObject(schema: ObjectSchema, value: unknown, earlier: unknown, path: string): unknown {
  const entries = entriesOf(value);
  if (entries === undefined) return value;
  const names = foldedNamesOf(schema);
  const out = (earlier ?? {}) as JsonObject;
  for (const [key, property] of entries) {
    const name = Object.hasOwn(schema.fields, key) ? key : names.get(foldKey(key));
    if (name === undefined) setProperty(out, key, withLastKeys(property));
    else {
      const before = Object.hasOwn(out, name) ? out[name] : undefined;
      const inner = path === '' ? name : `${path.slice(path.lastIndexOf('.') + 1)}.${name}`;
      setProperty(out, name, decodeOver((schema.fields[name] as Field).schema, property, before, inner));
    }
  }
  return out;
}

function decodeMap({ values }: MapSchema, value: unknown, earlier: unknown): unknown {
  const entries = entriesOf(value);
  if (entries === undefined) return value;
  const out = (earlier ?? {}) as JsonObject;
  for (const [key, property] of entries) setProperty(out, key, decodeOver(values, property, undefined, ''));
  return out;
}

function decodeArray(
  { items, min, max, prefix = [] }: ArraySchema,
  value: unknown,
  earlier: unknown,
  path: string,
): unknown {
  if (!Array.isArray(value)) return value;
  const isEmptied = value.length === 0 && min === undefined;
  const slice = earlier instanceof Slice && !isEmptied ? earlier : new Slice();
  const { elements } = slice;
  for (const [index, item] of value.entries())
    elements[index] = decodeOver(prefix[index] ?? items, item, elements[index], path);
  // An array of fixed length has no elements after its length.
  if (min !== undefined && min === max) elements.length = value.length;
  slice.length = value.length;
  return slice;
}

function hasSchemaType(schema: Schema, value: unknown): boolean {
  switch (schema.kind) {
    case 'object':
    case 'map':
      return typeof value === 'object' && !(value instanceof Slice);
    case 'array':
      return value instanceof Slice;
    case 'integer':
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint' || isNumberText(value);
    case 'boolean':
      return typeof value === 'boolean';
    case 'string':
      return typeof value === 'string';
    case 'enum':
      return schema.values.some((one) => typeof value === typeof one);
    default:
      return true;
  }
}

function isEmptiedByNull(schema: Schema, path: string): boolean {
  if (schema.kind === 'array') return schema.min === undefined || schema.min !== schema.max;
  return schema.kind === 'map' || isHeldByPointer(path);
}

function withoutSlices(value: unknown): unknown {
  if (value instanceof Slice) return value.elements.slice(0, value.length).map(withoutSlices);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const object = value as JsonObject;
  for (const key of Object.keys(object)) setProperty(object, key, withoutSlices(object[key]));
  return object;
}

const namesCache = new WeakMap<ObjectSchema, ReadonlyMap<string, string>>();

/** Returns the property names by their folded form. If several have the same form, the first counts, as in Go. */
function foldedNamesOf(schema: ObjectSchema): ReadonlyMap<string, string> {
  let names = namesCache.get(schema);
  if (names === undefined) {
    const folded = new Map<string, string>();
    for (const name of Object.keys(schema.fields)) if (!folded.has(foldKey(name))) folded.set(foldKey(name), name);
    namesCache.set(schema, (names = folded));
  }
  return names;
}

/**
 * Returns the folded form of a key. Keys with the same folded form name the same property of an engine: ASCII letters
 * are folded in any case, and the two other characters that Unicode folds into ASCII, `ſ` (U+017F) into `s` and the
 * Kelvin sign (U+212A) into `k`. Names of the contract are ASCII, so that the rest of Unicode's case folding does not
 * matter.
 */
export function foldKey(key: string): string {
  // `toLowerCase` converts the Kelvin sign to `k`; the long s is a lower-case letter.
  const lower = key.toLowerCase();
  return lower.includes('\u017f') ? lower.replaceAll('\u017f', 's') : lower;
}
