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
  const items = itemsOf(decisions);
  const count = items.length === 1 ? 'One difference is' : `${items.length} differences are`;
  throw new LadingError({
    code: 'OVERLAY_UNDECIDED',
    subject: `${count} undecided`,
    place: `the overlay of version ${version}`,
    remedy: 'Write a conversion rule for each of them in the overlay',
    items,
  });
}

/**
 * Returns decisions as items of a list of problems: one item for every direction of a place, because one rule can decide all of
 * them. Items about one property stand beside each other, in the order in which the properties first appear.
 */
export function itemsOf(decisions: readonly Decision[]): readonly ProblemItem[] {
  const names = [...new Set(decisions.map(({ name }) => name))];
  const sorted = names.flatMap((name) => decisions.filter((decision) => decision.name === name));
  const groups = new Map<string, Decision[]>();
  for (const decision of sorted) {
    const place = decision.at.join(' ');
    groups.set(place, [...(groups.get(place) ?? []), decision]);
  }
  return [...groups.values()].map((group) => itemOf(group as [Decision, ...Decision[]]));
}

function itemOf(group: readonly [Decision, ...Decision[]]): ProblemItem {
  const [{ places, at }] = group;
  const directions = group.map(({ direction }) => direction);
  const operations = [...new Set(group.flatMap((each) => each.operations))];
  const rename = group.find((each) => each.rename !== undefined)?.rename;
  return {
    subject: `${places.join(', ')}: ${ofEach(group, ({ question }) => question)}`,
    place: `${directions.join(' and ')}, ${operationsText(operations)}`,
    remedy: `at: ${at.join(' and ')}, rule: ${ofEach(group, kindsOf)}${rename === undefined ? '' : `. Is it only renamed? ${rename}`}`,
    directions,
    places,
    operations,
    at,
    ...(rename !== undefined && { rename }),
  };
}

function kindsOf({ isWhole, remedy }: Decision): string {
  return isWhole ? 'refuse or hook' : (remedy ?? 'default, set, fill, replace, drop, refuse, convert or hook');
}

/** Returns what holds in every direction, or each with the direction in which it holds. */
function ofEach(group: readonly Decision[], textOf: (decision: Decision) => string): string {
  const texts = group.map(textOf);
  if (new Set(texts).size === 1) return texts[0] ?? '';
  return group.map((decision, index) => `${texts[index]} (${decision.direction})`).join('; ');
}

const SHOWN = 3;

function operationsText(operations: readonly string[]): string {
  const more = operations.length - SHOWN;
  return `${operations.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more operations` : ''}`;
}
