/** From a shape to a function that reads values of it: compiled once, when the first value comes. */
import type { Schema } from '@lading/runtime-wire';
import { readBytes, readAny, readBoolean, choiceReader, textReader } from './read-scalar.js';
import { numberReader } from './read-number.js';
import { listReader, mapReader } from './read-collection.js';
import { recordReader } from './read-record.js';
import { mergeKeys } from './merge-keys.js';
import { Problems } from './problem.js';
import type { Mode, Reader } from './read-function.js';

const compiled = { request: new WeakMap<Schema, Reader>(), response: new WeakMap<Schema, Reader>() };

/** The reader of a shape. Made once for each shape. */
export function readerOf(schema: Schema, mode: Mode): Reader {
  const known = compiled[mode].get(schema);
  if (known !== undefined) return known;
  const reader = make(schema, mode);
  compiled[mode].set(schema, reader);
  return reader;
}

/**
 * Reads a value of a request, properties that are given more than once merged as engines do.
 *
 * @param hasRepeatedKeys whether it is clear already that there are some: with `RepeatedKeys` in it
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

/** Reads one value: what it is taken for, and what is wrong with it. */
export function read(schema: Schema, value: unknown, mode: Mode = 'request'): { value: unknown; problems: Problems } {
  const problems = new Problems();
  if (mode === 'request') return { value: readRequest(schema, value, problems), problems };
  return { value: readerOf(schema, mode)(value, problems), problems };
}

function make(schema: Schema, mode: Mode): Reader {
  switch (schema.kind) {
    case 'string':
      return textReader(schema, mode);
    case 'integer':
    case 'number':
      return numberReader(schema, mode);
    case 'boolean':
      return readBoolean;
    case 'enum':
      return choiceReader(schema);
    case 'array':
      return listReader(schema, mode, readerOf);
    case 'map':
      return mapReader(schema, mode, readerOf);
    case 'object':
      return recordReader(schema, mode, readerOf);
    case 'nullable': {
      const inner = readerOf(schema.of, mode);
      return (value, problems) => (value === null ? null : inner(value, problems));
    }
    case 'union':
      return unionReader(schema.options.map((option) => readerOf(option, mode)));
    case 'ref': {
      let target: Reader | undefined;
      return (value, problems) => (target ??= readerOf(schema.to(), mode))(value, problems);
    }
    case 'bytes':
      return readBytes;
    case 'any':
      return readAny;
  }
}

/** What fits no option is told the problems of the one that it comes closest to: the first whose own kind fits. */
function unionReader(options: readonly Reader[]): Reader {
  return (value, problems) => {
    let closest: Problems | undefined;
    for (const option of options) {
      const tried = problems.part();
      const read = option(value, tried);
      if (tried.hasRepeatedKeys) problems.hasRepeatedKeys = true;
      if (tried.count === 0) return read;
      if (closest === undefined || tried.list[0]?.pointer !== '') closest = tried;
    }
    for (const { pointer, message } of closest?.list ?? []) problems.add(message, pointer);
    return value;
  };
}
