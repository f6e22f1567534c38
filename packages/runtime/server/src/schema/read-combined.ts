/** Readers of unions and intersections. */
import type { IntersectionSchema, Schema, UnionSchema } from '@lading/runtime-wire';
import { evaluatedBy } from './evaluated.js';
import type { Problems } from './problems.js';
import { fitsSchema, isJsonObject, type Mode, type Reader, type ReaderOf } from './read-function.js';

/**
 * Reads one of several schemas: the one that the discriminator chooses, otherwise the first that fits. If none fits, the
 * problems of the closest are reported: the first whose type fits.
 */
export function unionReader(schema: UnionSchema, mode: Mode, readerOf: ReaderOf): Reader {
  const { options, discriminator, exclusive } = schema;
  let readers: readonly Reader[] | undefined;
  const chosen = new Map(Object.entries(discriminator?.options ?? {}));
  const named = new Set(chosen.values());
  // Several schemas may fit a response only because its unknown properties are allowed.
  const fitSeveral = (value: unknown) =>
    mode !== 'response' || options.filter((option) => fitsSchema(option, value, mode, readerOf)).length > 1;
  return (value, problems) => {
    readers ??= options.map((option) => readerOf(option, mode));
    let possible = readers;
    if (discriminator !== undefined && isJsonObject(value)) {
      const name = value[discriminator.property];
      const reader = readers[chosen.get(String(name)) ?? -1];
      if (reader !== undefined) return reader(value, problems);
      if (name !== undefined) possible = readers.filter((_, index) => !named.has(index));
      if (possible.length === 0) {
        problems.addRule(
          `must be one of ${quoted(chosen.keys())}, not ${quoted([name])}`,
          `/${discriminator.property}`,
        );
        return value;
      }
    }
    let closest: Problems | undefined;
    let found: { readonly value: unknown } | undefined;
    for (const option of possible) {
      const optionProblems = problems.empty();
      const read = option(value, optionProblems);
      if (optionProblems.hasRepeatedKeys) problems.hasRepeatedKeys = true;
      if (optionProblems.count === 0) {
        if (exclusive !== true) return read;
        if (found !== undefined && fitSeveral(value)) {
          problems.addRule('must fit one alternative only');
          return value;
        }
        found ??= { value: read };
      } else if (closest === undefined || optionProblems.list[0]?.pointer !== '') closest = optionProblems;
    }
    if (found !== undefined) return found.value;
    for (const { pointer, message } of closest?.list ?? []) problems.add(message, pointer);
    return value;
  };
}

function quoted(values: Iterable<unknown>): string {
  const text = [...values].map((value) => JSON.stringify(value)).join(', ');
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

/** Reads a value by all schemas, one after the other. A problem that several report is listed once. */
export function intersectionReader(schema: IntersectionSchema, mode: Mode, readerOf: ReaderOf): Reader {
  const { parts } = schema;
  let readers: readonly Reader[] | undefined;
  return (value, problems) => {
    readers ??= parts.map((part) => readerOf(part, mode));
    const before = problems.count;
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
    if (problems.count === before) checkUnevaluated(schema, read, problems, mode, readerOf);
    return read;
  };
}

/** Reads the properties and items that no part evaluates. Only requests must not have some: those of newer servers do. */
function checkUnevaluated(
  schema: IntersectionSchema,
  value: unknown,
  problems: Problems,
  mode: Mode,
  readerOf: ReaderOf,
) {
  if (typeof value !== 'object' || value === null) return;
  const rest = Array.isArray(value) ? schema.unevaluatedItems : schema.unevaluatedProperties;
  if (rest === undefined || (rest.kind === 'never' && mode !== 'strict')) return;
  const isEvaluated = evaluatedBy({ kind: 'intersection', parts: schema.parts }, value, mode, readerOf);
  for (const [key, one] of Object.entries(value as Record<string, unknown>)) {
    if (isEvaluated(key)) continue;
    const before = problems.list.length;
    if (rest.kind === 'never')
      problems.addRule(Array.isArray(value) ? 'is one entry too many' : 'is not a property of this object');
    else readerOf(rest as Schema, mode)(one, problems);
    if (problems.list.length > before) problems.within(key, before);
  }
}
