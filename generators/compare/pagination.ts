/** Compares how the pages of an operation follow each other. No message changes with it, but older clients miss pages. */
import type { Operation, Pagination } from '../ir/index.js';
import { effectInBoth, nonBreaking } from './breaking-changes.js';
import { equalFacts } from './facts.js';
import type { ComparedPair } from './pair.js';
import { json } from './sentence-parts.js';

export function comparePagination(pair: ComparedPair, older: Operation, newer: Operation): void {
  const { pagination: before } = older;
  const { pagination: after } = newer;
  if (equalFacts(before, after)) return;
  pair.findings.push({
    kind: 'behaviour',
    subject: 'operation',
    place: newer.id,
    before: { pagination: before ?? false },
    after: { pagination: after ?? false },
    // Results without declared pages were complete for their clients, and their first page remains what it was.
    effect: before === undefined ? nonBreaking : effectInBoth('client'),
    say: () => `The pages of ${newer.id} changed from ${shown(before)} to ${shown(after)}.`,
  });
}

function shown(pagination: Pagination | undefined): string {
  return pagination === undefined ? 'none' : json(pagination);
}
