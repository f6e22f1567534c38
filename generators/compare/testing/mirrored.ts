/** Changes in the opposite direction. */
import type { Change } from '../../ir/index.js';

/**
 * What changes say, once per operation and sorted. A place is named by the newer version's shapes, so that only its
 * last step is the same in both directions, and only of what comes or goes.
 */
export function told(changes: readonly Change[]): readonly string[] {
  return [
    ...new Set(changes.flatMap((change) => change.operations.map((operation) => line(change, operation)))),
  ].sort();
}

/** What the same changes say from the newer to the older. */
export function mirrored(changes: readonly Change[]): readonly string[] {
  return told(
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
