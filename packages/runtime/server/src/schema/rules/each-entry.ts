/** Rules that hold for each entry of an array. */
import type { Schema } from '@lading/runtime-wire';
import { isObject, memberOf, schemaAt } from './place.js';
import type { Check } from './check-builder.js';

type Paths = readonly (readonly string[])[];
type Build = (paths: Paths, schema: Schema) => Check;

/**
 * Builds the check of a rule whose fields may lie in the entries of one array: it then runs for each entry, on an object of
 * the entry and of what is around the array.
 *
 * @param whole whether the rule takes all entries together
 */
export function eachEntry(paths: Paths, schema: Schema, whole: boolean, build: Build): Check {
  const list = whole ? undefined : paths.find((path) => path.includes('[]'));
  if (list === undefined) return build(paths, schema);
  const prefix = list.slice(0, list.indexOf('[]'));
  const isInside = (path: readonly string[]): boolean =>
    path.length > prefix.length && path[prefix.length] === '[]' && prefix.every((part, index) => part === path[index]);
  const items = schemaAt([...prefix, '[]'], schema) ?? { kind: 'any' };
  const pair: Schema = {
    kind: 'object',
    fields: { entry: { schema: items, required: true }, around: { schema, required: true } },
  };
  const check = build(
    paths.map((path) => (isInside(path) ? ['entry', ...path.slice(prefix.length + 1)] : ['around', ...path])),
    pair,
  );
  const members = prefix.map(memberOf);
  const pointer = prefix.map((part) => `/${part}`).join('');
  return (record, problems) => {
    const entries = members.reduce<unknown>((value, member) => member(value), record);
    if (!Array.isArray(entries)) return;
    for (let index = 0; index < entries.length; index += 1) {
      const entry: unknown = entries[index];
      if (!isObject(entry)) continue;
      const before = problems.list.length;
      check({ entry, around: record }, problems);
      for (let at = before; at < problems.list.length; at += 1) {
        const problem = problems.list[at];
        if (problem)
          problem.pointer = problem.pointer.replace(/^\/entry/, `${pointer}/${index}`).replace(/^\/around/, '');
      }
    }
  };
}
