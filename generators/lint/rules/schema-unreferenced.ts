/** A named schema to which no operation refers, directly or not: it is unused, or a reference is missing. */
import { segmentsOf } from '../../document/index.js';
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
    // The set grows while it is iterated, so references of references are found too.
    for (const name of reached) for (const next of uses.get(name) ?? []) reached.add(next);
    return [...namedSchemas]
      .filter(([name]) => !reached.has(name))
      .map(([name, { path }]) => ({ path, sentence: `No operation refers to the schema "${name}".` }));
  },
};

/** Returns the named schema at a path or around it. */
function schemaIn(path: readonly string[]): string | undefined {
  if (path[0] === 'definitions') return path[1];
  return path[0] === 'components' && path[1] === 'schemas' ? path[2] : undefined;
}
