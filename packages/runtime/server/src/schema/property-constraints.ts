/** Checks of an object's properties as a whole: their number, their keys, and those whose keys match a pattern. */
import type { PropertyConstraints, Schema } from '@lading/runtime-wire';
import { patternTest } from './pattern/pattern-test.js';
import type { Problems } from './problems.js';
import type { Mode, ReaderOf, JsonObject } from './read-function.js';

interface Properties {
  readonly schema: PropertyConstraints;
  /** Whether the object declares a property of this name. */
  readonly isDeclared: (name: string) => boolean;
  /** The schema of the other properties; `false` if there must be none, undefined if they may have any value. */
  readonly rest: Schema | false | undefined;
}

export type PropertyCheck = (object: JsonObject, problems: Problems) => void;

/**
 * Returns the check of an object's properties as a whole; undefined if the schema does not constrain them.
 *
 * @param properties its `rest` is checked only if the schema has patterns, or if there must be no other properties
 */
export function propertyCheck(
  { schema, isDeclared, rest }: Properties,
  mode: Mode,
  readerOf: ReaderOf,
): PropertyCheck | undefined {
  const { minProperties = 0, maxProperties = Infinity, required = [], keys, patterns = [] } = schema;
  const isCounted = minProperties > 0 || maxProperties < Infinity;
  if (!isCounted && required.length === 0 && keys === undefined && patterns.length === 0 && rest !== false)
    return undefined;
  const readKey = keys && readerOf(keys, mode);
  const matched = patterns.map(([pattern, of]) => ({ matches: patternTest(pattern), read: readerOf(of, mode) }));
  // A pattern that cannot be tested may match every key.
  const isClosed = rest === false && matched.every(({ matches }) => matches !== undefined);
  const readRest = patterns.length > 0 && rest !== false && rest !== undefined ? readerOf(rest, mode) : undefined;

  return (object, problems) => {
    const names = Object.keys(object);
    if (names.length < minProperties) problems.addRule(`must have at least ${propertyCount(minProperties)}`);
    if (names.length > maxProperties) problems.addRule(`must have at most ${propertyCount(maxProperties)}`);
    for (const name of required) if (!Object.hasOwn(object, name)) problems.addRule('is required', `/${name}`);
    for (const name of names) {
      const before = problems.list.length;
      readKey?.(name, problems);
      const found = matched.filter(({ matches }) => matches?.(name) === true);
      for (const { read } of found) read(object[name], problems);
      if (found.length === 0 && !isDeclared(name)) {
        readRest?.(object[name], problems);
        if (isClosed) problems.addRule('is not a property of this object');
      }
      if (problems.list.length > before) problems.within(name, before);
    }
  };
}

function propertyCount(count: number): string {
  return count === 1 ? '1 property' : `${count} properties`;
}
