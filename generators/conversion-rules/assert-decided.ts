/** The error of versions between which differences are undecided: it lists every one. */
import { LadingError, type ProblemItem } from '../diagnostics/index.js';
import type { Decision } from './decisions.js';

/**
 * Asserts that no difference is undecided.
 *
 * @throws LadingError `OVERLAY_UNDECIDED` with all decisions, those about one property beside each other
 */
export function assertDecided(decisions: readonly Decision[], version: string): void {
  const [first] = decisions;
  if (first === undefined) return;
  const count = decisions.length === 1 ? 'One difference is' : `${decisions.length} differences are`;
  throw new LadingError({
    code: 'OVERLAY_UNDECIDED',
    subject: `${count} undecided`,
    place: `the overlay of version ${version}`,
    remedy: 'Write a conversion rule for each of them in the overlay',
    items: sortedByPlace(decisions).map(itemOf),
  });
}

/** Returns the decisions about one property beside each other, in the order in which the properties first appear. */
export function sortedByPlace(decisions: readonly Decision[]): readonly Decision[] {
  const names = [...new Set(decisions.map(({ name }) => name))];
  return names.flatMap((name) => decisions.filter((decision) => decision.name === name));
}

/** Returns a decision as an item of a list of problems. */
export function itemOf({
  places,
  direction,
  question,
  operations,
  at,
  remedy,
  isWhole,
  rename,
}: Decision): ProblemItem {
  const kinds = isWhole ? 'refuse or hook' : (remedy ?? 'default, set, fill, replace, drop, refuse, convert or hook');
  return {
    subject: `${places.join(', ')}: ${question}`,
    place: `${direction}, ${operationsText(operations)}`,
    remedy: `at: ${at.join(' and ')}, rule: ${kinds}${rename === undefined ? '' : `. Is it only renamed? ${rename}`}`,
    direction,
    places,
    operations,
    at,
    ...(rename !== undefined && { rename }),
  };
}

const SHOWN = 3;

function operationsText(operations: readonly string[]): string {
  const more = operations.length - SHOWN;
  return `${operations.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more operations` : ''}`;
}
