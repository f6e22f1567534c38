/** Compares the schemas that extend a record, among which its discriminator chooses. */
import type { Discriminator, DiscriminatorValue, RecordType } from '../ir/index.js';
import { combinedMovement, effectOf, type Movement } from './breaking-changes.js';
import type { Comparison } from './comparison.js';
import { capitalized } from './optionality.js';
import type { ComparedPosition } from './pair.js';
import { json, list } from './sentence-parts.js';

/** Compares the variants by the values that choose them, and reports values that only one version has. */
export function compareVariants(
  comparison: Comparison,
  at: ComparedPosition,
  { discriminator: older }: RecordType,
  { discriminator: newer }: RecordType,
): void {
  if (older === undefined || newer === undefined || older.property !== newer.property) return;
  const [before, after] = [byValue(older), byValue(newer)];
  for (const [value, schema] of after) {
    const other = before.get(value);
    if (other === undefined) continue;
    comparison.values(at, { kind: 'reference', name: other }, { kind: 'reference', name: schema });
  }
  // A schema whose value has changed is reported with the discriminator.
  const isMoved = (schema: string, others: ReadonlyMap<string, string>) => [...others.values()].includes(schema);
  const added = newer.mapping.filter(({ value, schema }) => !before.has(value) && !isMoved(schema, before));
  const removed = older.mapping.filter(({ value, schema }) => !after.has(value) && !isMoved(schema, after));
  if (added.length + removed.length === 0) return;
  const moves: readonly Movement[] = [
    ...(added.length > 0 ? (['wider'] as const) : []),
    ...(removed.length > 0 ? (['narrower'] as const) : []),
  ];
  at.pair.findings.push({
    kind: 'enum',
    subject: at.subject,
    place: at.place,
    before: [...before.keys()],
    after: [...after.keys()],
    effect: effectOf(combinedMovement(moves)),
    say: () => `${capitalized(at.label)} ${list([...phrase('gained', added), ...phrase('lost', removed)])}.`,
  });
}

function byValue({ mapping }: Discriminator): ReadonlyMap<string, string> {
  return new Map(mapping.map(({ value, schema }) => [value, schema]));
}

function phrase(verb: string, values: readonly DiscriminatorValue[]): readonly string[] {
  if (values.length === 0) return [];
  return [`${verb} the variant${values.length > 1 ? 's' : ''} ${list(values.map(({ value }) => json(value)))}`];
}
