/** Readers of schemas, compiled once, when the first value is read. */
import type { Schema, ConditionSchema } from '@lading/runtime-wire';
import { mergeKeys } from '@lading/runtime-wire/json';
import { Problems } from './problems.js';
import { arrayReader, mapReader } from './read-collection.js';
import { intersectionReader, unionReader } from './read-combined.js';
import { enumReader } from './read-enum.js';
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
