/** From a shape to a function that reads values of it: compiled once, when the first value comes. */
import type { Shape } from '@lading/runtime-wire';
import { readBytes, readAny, readBoolean, choiceReader, textReader } from './read-scalar.js';
import { numberReader } from './read-number.js';
import { listReader, mapReader } from './read-collection.js';
import { recordReader } from './read-record.js';
import { mergeKeys } from './merge-keys.js';
import { Problems } from './problem.js';
import type { Mode, Reader } from './read-function.js';

const compiled = { request: new WeakMap<Shape, Reader>(), answer: new WeakMap<Shape, Reader>() };

/** The reader of a shape. Made once for each shape. */
export function readerOf(shape: Shape, mode: Mode): Reader {
  const known = compiled[mode].get(shape);
  if (known !== undefined) return known;
  const reader = make(shape, mode);
  compiled[mode].set(shape, reader);
  return reader;
}

/**
 * Reads a value of a request, properties that are given more than once merged as engines do.
 *
 * @param hasRepeatedKeys whether it is clear already that there are some: with `RepeatedKeys` in it
 */
export function readRequest(shape: Shape, value: unknown, problems: Problems, hasRepeatedKeys = false): unknown {
  const reader = readerOf(shape, 'request');
  if (hasRepeatedKeys) return reader(mergeKeys(shape, value), problems);
  const { count } = problems;
  const read = reader(value, problems);
  if (!problems.hasRepeatedKeys) return read;
  problems.truncate(count);
  return reader(mergeKeys(shape, value), problems);
}

/** Reads one value: what it is taken for, and what is wrong with it. */
export function read(shape: Shape, value: unknown, mode: Mode = 'request'): { value: unknown; problems: Problems } {
  const problems = new Problems();
  if (mode === 'request') return { value: readRequest(shape, value, problems), problems };
  return { value: readerOf(shape, mode)(value, problems), problems };
}

function make(shape: Shape, mode: Mode): Reader {
  switch (shape.kind) {
    case 'text':
      return textReader(shape, mode);
    case 'integer':
    case 'number':
      return numberReader(shape, mode);
    case 'boolean':
      return readBoolean;
    case 'choice':
      return choiceReader(shape);
    case 'list':
      return listReader(shape, mode, readerOf);
    case 'map':
      return mapReader(shape, mode, readerOf);
    case 'record':
      return recordReader(shape, mode, readerOf);
    case 'nullable': {
      const inner = readerOf(shape.of, mode);
      return (value, problems) => (value === null ? null : inner(value, problems));
    }
    case 'union':
      return unionReader(shape.options.map((option) => readerOf(option, mode)));
    case 'ref': {
      let target: Reader | undefined;
      return (value, problems) => (target ??= readerOf(shape.to(), mode))(value, problems);
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
