/** Compares exported schemas that no operation of either version uses, by name. */
import type { Shape } from '../ir/index.js';
import { harmless } from './breaks.js';
import type { Comparison } from './comparison.js';
import type { Finding } from './pair.js';
import { reached } from './reached.js';
import type { Side } from './side.js';
import { code } from './words.js';

/** Call it after all operations have been compared. */
export function compareUnusedShapes(comparison: Comparison): void {
  const { older, newer } = comparison;
  const pair = comparison.pair();
  const before = unused(older);
  const after = unused(newer);
  for (const shape of after.values()) {
    const other = before.get(shape.name);
    if (other !== undefined) {
      const reference = { kind: 'reference', name: shape.name } as const;
      comparison.values({ pair, subject: 'shape', place: shape.name, label: code(shape.name) }, reference, reference);
    } else if (older.shape(shape.name) === undefined) pair.findings.push(one(shape, 'added'));
  }
  for (const shape of before.values()) {
    if (newer.shape(shape.name) === undefined) pair.findings.push(one(shape, 'removed'));
  }
}

function unused(side: Side): ReadonlyMap<string, Shape> {
  const used = reached(side.api);
  return new Map(
    side.api.shapes.filter((shape) => shape.named && !used.has(shape.name)).map((shape) => [shape.name, shape]),
  );
}

function one({ name, type }: Shape, kind: 'added' | 'removed'): Finding {
  return {
    kind,
    subject: 'shape',
    place: name,
    [kind === 'added' ? 'after' : 'before']: { kind: type.kind },
    effect: harmless,
    say: () => `The schema ${code(name)}, which no operation uses, was ${kind}.`,
  };
}
