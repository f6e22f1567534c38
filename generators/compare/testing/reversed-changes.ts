/** Changes in the opposite direction. */
import type { Change } from '../../ir/index.js';

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
  return JSON.stringify([operation, kind, kind === 'added' || kind === 'removed' ? steps : '', before, after]);
}
