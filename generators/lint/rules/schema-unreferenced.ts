/** A named schema that no operation reaches: a remnant, or a reference was forgotten. */
import { segmentsOf } from '../../document/index.js';
import type { Rule } from '../rule.js';

export const schemaUnreferenced: Rule = {
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
    // A set that grows while it is walked: the own uses follow.
    for (const name of reached) for (const next of uses.get(name) ?? []) reached.add(next);
    return [...namedSchemas]
      .filter(([name]) => !reached.has(name))
      .map(([name, { path }]) => ({ path, sentence: `No operation reaches the schema "${name}".` }));
  },
};

/** The named shape that a place is or lies in. */
function schemaIn(path: readonly string[]): string | undefined {
  if (path[0] === 'definitions') return path[1];
  return path[0] === 'components' && path[1] === 'schemas' ? path[2] : undefined;
}
