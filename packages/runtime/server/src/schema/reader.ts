/** Readers of schemas, compiled once, when the first value is read. */
import type { Schema, ConditionSchema, EnumSchema, EnumValue } from '@lading/runtime-wire';
import { mergeKeys } from '@lading/runtime-wire/json';
import { Problems } from './problems.js';
import { arrayReader, mapReader } from './read-collection.js';
import { intersectionReader, unionReader } from './read-combined.js';
import { type Mode, type Reader, type ReaderOf, fitsSchema } from './read-function.js';
import { numberReader } from './read-number.js';
import { objectReader } from './read-object.js';
import { readBytes, readAny, readBoolean, readNever, stringReader } from './read-scalar.js';

const readerCache = {
  request: new WeakMap<Schema, Reader>(),
  strict: new WeakMap<Schema, Reader>(),
  response: new WeakMap<Schema, Reader>(),
};

/** Returns the reader of a schema, which is created once for each schema. */
export function readerOf(schema: Schema, mode: Mode): Reader {
  const cached = readerCache[mode].get(schema);
  if (cached !== undefined) return cached;
  const reader = compile(schema, mode);
  readerCache[mode].set(schema, reader);
  return reader;
}

/**
 * Reads a value of a request. Properties that are given more than once are merged as engines do.
 *
 * @param hasRepeatedKeys whether the value is known to contain `RepeatedKeys`
 */
export function readRequest(schema: Schema, value: unknown, problems: Problems, hasRepeatedKeys = false): unknown {
  const reader = readerOf(schema, 'request');
  if (hasRepeatedKeys) return reader(mergeKeys(schema, value), problems);
  const { count } = problems;
  const read = reader(value, problems);
  if (!problems.hasRepeatedKeys) return read;
  problems.truncate(count);
  return reader(mergeKeys(schema, value), problems);
}

/** Reads one value. Returns the value that was read and its problems. */
export function read(schema: Schema, value: unknown, mode: Mode = 'request'): { value: unknown; problems: Problems } {
  const problems = new Problems();
  if (mode === 'request') return { value: readRequest(schema, value, problems), problems };
  return { value: readerOf(schema, mode)(value, problems), problems };
}

function compile(schema: Schema, mode: Mode): Reader {
  switch (schema.kind) {
    case 'string':
      return stringReader(schema, mode);
    case 'integer':
    case 'number':
      return numberReader(schema, mode);
    case 'boolean':
      return readBoolean;
    case 'enum':
      return enumReader(schema);
    case 'array':
      return arrayReader(schema, mode, readerOf);
    case 'map':
      return mapReader(schema, mode, readerOf);
    case 'object':
      return objectReader(schema, mode, readerOf);
    case 'nullable': {
      const inner = readerOf(schema.of, mode);
      return (value, problems) => (value === null ? null : inner(value, problems));
    }
    case 'union':
      return unionReader(schema, mode, readerOf);
    case 'intersection':
      return intersectionReader(schema, mode, readerOf);
    case 'ref': {
      let target: Reader | undefined;
      return (value, problems) => (target ??= readerOf(schema.to(), mode))(value, problems);
    }
    case 'condition':
      return conditionReader(schema, mode, readerOf);
    case 'bytes':
      return readBytes;
    case 'any':
      return readAny;
    case 'never':
      return readNever;
  }
}

/** The value itself is read by other schemas: this one only adds problems. */
function conditionReader(schema: ConditionSchema, mode: Mode, readerOf: ReaderOf): Reader {
  const { if: tested, then, else: otherwise } = schema;
  let readers: readonly (Reader | undefined)[] | undefined;
  return (value, problems) => {
    readers ??= [then, otherwise].map((one) => one && readerOf(one, mode));
    const isTested = fitsSchema(tested, value, mode, readerOf);
    if (isTested && then?.kind === 'never') problems.addRule('must not be such a value');
    // What is not of a type has the problems of that type.
    else if (!isTested && otherwise?.kind === 'never') readerOf(tested, mode)(value, problems);
    else readers[isTested ? 0 : 1]?.(value, problems);
    return value;
  };
}

/** Reader of enums, whose values may be of any type. */
function enumReader({ values, open }: EnumSchema): Reader {
  const scalars = new Set<unknown>(values);
  const objects = values.filter((value) => typeof value === 'object');
  const types = new Set(values.map((value) => typeof value));
  const typeText = typeTextOf(values);
  const allowedText = values.map((value) => JSON.stringify(value)).join(', ');
  return (value, problems) => {
    if (scalars.has(value)) return value;
    if (!types.has(typeof value)) problems.add(`must be ${typeText}`);
    else if (!open && !objects.some((one) => isEqual(one, value)))
      problems.addRule(`must be one of ${allowedText}, not ${quoted(value)}`);
    return value;
  };
}

const typeTexts = { string: 'a string', boolean: 'a boolean', object: 'an object or array' };

function typeTextOf(values: readonly EnumValue[]): string {
  const areIntegers = values.every((value) => typeof value !== 'number' || Number.isInteger(value));
  const texts = values.map((value) => {
    if (typeof value === 'number') return areIntegers ? 'an integer' : 'a number';
    return typeTexts[typeof value as keyof typeof typeTexts];
  });
  return [...new Set(texts)].join(' or ') || 'a string';
}

/** Whether two JSON values are equal. The order of keys does not matter. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [Object.entries(a), b as Readonly<Record<string, unknown>>];
  if (left.length !== Object.keys(b).length) return false;
  return left.every(([key, value]) => Object.hasOwn(right, key) && isEqual(value, right[key]));
}

/** Returns the received value, shortened for a message. It is not a secret, since the schema is an enum. */
function quoted(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
