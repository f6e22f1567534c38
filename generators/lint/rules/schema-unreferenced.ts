/** A named schema to which no operation refers, directly or not: it is unused, or a reference is missing. */
import { get, isArray, isObject, segmentsOf, type JsonObject } from '../../document/index.js';
import type { LintRule } from '../rule.js';

export const schemaUnreferenced: LintRule = {
  name: 'schema-unreferenced',
  severity: 'warning',
  check: ({ namedSchemas, references }) => {
    const uses = new Map<string, string[]>();
    const reached = new Set<string>();
    for (const { path, owner, reference } of references) {
      const name = schemaIn(segmentsOf(reference.replace(/^#/, '')));
      if (name === undefined) continue;
      if (schemaIn(path) === undefined) reached.add(name);
      else uses.set(owner, [...(uses.get(owner) ?? []), name]);
    }
    for (const [base, { value }] of namedSchemas) {
      if (get(value, 'discriminator') === undefined) continue;
      const extending = [...namedSchemas].filter(([, schema]) => basesOf(schema.value).includes(base));
      const names = [...mappedSchemas(value), ...extending.map(([name]) => name)];
      uses.set(base, [...(uses.get(base) ?? []), ...names]);
    }
    // The set grows while it is iterated, so references of references are found too.
    for (const name of reached) for (const next of uses.get(name) ?? []) reached.add(next);
    return [...namedSchemas]
      .filter(([name]) => !reached.has(name))
      .map(([name, { path }]) => ({ path, sentence: `No operation refers to the schema "${name}".` }));
  },
};

/** Returns the schemas that a discriminator maps values to, by reference or by name. */
function mappedSchemas(schema: JsonObject): readonly string[] {
  const discriminator = get(schema, 'discriminator');
  const mapping = isObject(discriminator) ? get(discriminator, 'mapping') : undefined;
  const targets = isObject(mapping) ? Object.values(mapping).filter((target) => typeof target === 'string') : [];
  return targets.map((target) => schemaIn(segmentsOf(target.replace(/^#/, ''))) ?? target);
}

/** Returns the named schemas that a schema extends with `allOf`. */
function basesOf(schema: JsonObject): readonly string[] {
  const parts = get(schema, 'allOf');
  return (isArray(parts) ? parts : []).flatMap((part) => {
    const reference = isObject(part) ? get(part, '$ref') : undefined;
    return typeof reference === 'string' ? (schemaIn(segmentsOf(reference.replace(/^#/, ''))) ?? []) : [];
  });
}

/** Returns the named schema at a path or around it. */
function schemaIn(path: readonly string[]): string | undefined {
  if (path[0] === 'definitions') return path[1];
  return path[0] === 'components' && path[1] === 'schemas' ? path[2] : undefined;
}
