/** Readers of unions and intersections. */
import type { IntersectionSchema, UnionSchema } from '@lading/runtime-wire';
import { isJsonObject } from './json-object.js';
import type { Problems } from './problems.js';
import type { Mode, Reader, ReaderOf } from './read-function.js';

/**
 * Reads one of several schemas: the one that the discriminator chooses, otherwise the first that fits. If none fits, the
 * problems of the closest are reported: the first whose type fits.
 */
export function unionReader({ options, discriminator }: UnionSchema, mode: Mode, readerOf: ReaderOf): Reader {
  let readers: readonly Reader[] | undefined;
  const chosen = new Map(Object.entries(discriminator?.options ?? {}));
  return (value, problems) => {
    readers ??= options.map((option) => readerOf(option, mode));
    if (discriminator !== undefined && isJsonObject(value)) {
      const reader = readers[chosen.get(String(value[discriminator.property])) ?? -1];
      if (reader !== undefined) return reader(value, problems);
    }
    let closest: Problems | undefined;
    for (const option of readers) {
      const optionProblems = problems.empty();
      const read = option(value, optionProblems);
      if (optionProblems.hasRepeatedKeys) problems.hasRepeatedKeys = true;
      if (optionProblems.count === 0) return read;
      if (closest === undefined || optionProblems.list[0]?.pointer !== '') closest = optionProblems;
    }
    for (const { pointer, message } of closest?.list ?? []) problems.add(message, pointer);
    return value;
  };
}

/** Reads a value by all schemas, one after the other. A problem that several report is listed once. */
export function intersectionReader({ parts }: IntersectionSchema, mode: Mode, readerOf: ReaderOf): Reader {
  let readers: readonly Reader[] | undefined;
  return (value, problems) => {
    readers ??= parts.map((part) => readerOf(part, mode));
    let read = value;
    for (const reader of readers) {
      const partProblems = problems.empty();
      read = reader(read, partProblems);
      if (partProblems.hasRepeatedKeys) problems.hasRepeatedKeys = true;
      for (const { pointer, message } of partProblems.list) {
        const isListed = problems.list.some((one) => one.pointer === pointer && one.message === message);
        if (!isListed) problems.add(message, pointer);
      }
    }
    return read;
  };
}
