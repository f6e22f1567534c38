/** Changes in the opposite direction. */
import { expect } from 'vitest';
import type { Api, Change } from '../../ir/index.js';
import { compareApis } from '../index.js';

/**
 * Summarizes changes, once per operation and sorted. A place contains schema names of the newer version, so that only its last
 * segment is equal in both directions, and only for added and removed values.
 */
export function summariesOf(changes: readonly Change[]): readonly string[] {
  return [
    ...new Set(changes.flatMap((change) => change.operations.map((operation) => line(change, operation)))),
  ].sort();
}

/** Summarizes the reverse of changes: from the newer to the older version. */
export function reversedSummaries(changes: readonly Change[]): readonly string[] {
  return summariesOf(
    changes.map((change) => {
      const kind = change.kind === 'added' ? 'removed' : change.kind === 'removed' ? 'added' : change.kind;
      return { ...change, kind, before: change.after, after: change.before };
    }),
  );
}

function line({ kind, subject, place, before, after }: Change, operation: string): string {
  const steps = subject === 'field' ? /(\.[^.[{ ]*|\["[^"]*"\]|\{\})$/.exec(place)?.[0] : place;
  // A renamed operation has the name of the version that is the newer one.
  const id = subject === 'operation' && kind === 'renamed' ? '' : operation;
  return JSON.stringify([id, kind, kind === 'added' || kind === 'removed' ? steps : '', before, after]);
}

/** Returns the changes between two versions, which are those of the opposite direction reversed. */
export function comparedBothWays(older: Api, newer: Api): readonly Change[] {
  const changes = compareApis(older, newer);
  expect(reversedSummaries(compareApis(newer, older))).toEqual(summariesOf(changes));
  return changes;
}
