/** Compares exported schemas that no operation of either version uses, by name. */
import { type Schema, everyOperation, referencesOf, typesOf, type Api } from '../ir/index.js';
import { nonBreaking } from './breaking-changes.js';
import type { Comparison } from './comparison.js';
import type { ComparisonFinding } from './pair.js';
import { code } from './sentence-parts.js';
import type { Side } from './side.js';

/** Call it after all operations have been compared. */
export function compareUnusedSchemas(comparison: Comparison): void {
  const { older, newer } = comparison;
  const pair = comparison.pair();
  const before = unused(older);
  const after = unused(newer);
  for (const schema of after.values()) {
    const other = before.get(schema.name);
    if (other !== undefined) {
      const reference = { kind: 'reference', name: schema.name } as const;
      comparison.values(
        { pair, subject: 'schema', place: schema.name, label: code(schema.name) },
        reference,
        reference,
      );
    } else if (older.schema(schema.name) === undefined) pair.findings.push(one(schema, 'added'));
  }
  for (const schema of before.values()) {
    if (newer.schema(schema.name) === undefined) pair.findings.push(one(schema, 'removed'));
  }
}

function unused(side: Side): ReadonlyMap<string, Schema> {
  const used = usedSchemas(side.api);
  return new Map(
    side.api.schemas.filter((schema) => schema.named && !used.has(schema.name)).map((schema) => [schema.name, schema]),
  );
}

function one({ name, type }: Schema, kind: 'added' | 'removed'): ComparisonFinding {
  return {
    kind,
    subject: 'schema',
    place: name,
    [kind === 'added' ? 'after' : 'before']: { kind: type.kind },
    effect: nonBreaking,
    say: () => `The schema ${code(name)}, which no operation uses, was ${kind}.`,
  };
}

/** Returns the schemas that the operations of an API use, directly or through other schemas. */
function usedSchemas(api: Api): ReadonlySet<string> {
  const types = new Map(api.schemas.map((schema) => [schema.name, schema.type]));
  const names = new Set(everyOperation(api).flatMap(typesOf).flatMap(referencesOf));
  // Iteration over a Set includes the entries added meanwhile.
  for (const name of names) {
    const type = types.get(name);
    if (type !== undefined) referencesOf(type).forEach((inner) => names.add(inner));
  }
  return names;
}
