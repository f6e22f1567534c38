/** Rules that apply to each entry of an array. */
import type { Schema } from '@lading/runtime-wire';
import { isObject, propertyGetter, schemaAt } from './rule-field.js';
import type { RuleCheck } from './check-builder.js';

type FieldPaths = readonly (readonly string[])[];
type BuildCheck = (paths: FieldPaths, schema: Schema) => RuleCheck;

/**
 * Builds the check of a rule whose fields may be in the entries of one array. The check then runs for each entry, on an
 * object of the entry and the object around the array.
 *
 * @param whole whether the rule checks all entries together
 */
export function eachEntry(paths: FieldPaths, schema: Schema, whole: boolean, build: BuildCheck): RuleCheck {
  const arrayPath = whole ? undefined : paths.find((path) => path.includes('[]'));
  if (arrayPath === undefined) return build(paths, schema);
  const prefix = arrayPath.slice(0, arrayPath.indexOf('[]'));
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
  const properties = prefix.map(propertyGetter);
  const pointer = prefix.map((part) => `/${part}`).join('');
  return (object, problems) => {
    const entries = properties.reduce<unknown>((value, property) => property(value), object);
    if (!Array.isArray(entries)) return;
    for (let index = 0; index < entries.length; index += 1) {
      const entry: unknown = entries[index];
      if (!isObject(entry)) continue;
      const before = problems.list.length;
      check({ entry, around: object }, problems);
      for (let at = before; at < problems.list.length; at += 1) {
        const problem = problems.list[at];
        if (problem)
          problem.pointer = problem.pointer.replace(/^\/entry/, `${pointer}/${index}`).replace(/^\/around/, '');
      }
    }
  };
}
