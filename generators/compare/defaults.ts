/** Compares default values. */
import { capitalized } from './optionality.js';
import { changedDefault, nonBreaking } from './breaking-changes.js';
import { equalFacts } from './facts.js';
import type { ComparedPosition } from './pair.js';
import { json } from './sentence-parts.js';

export function compareDefault(at: ComparedPosition, before: unknown, after: unknown): void {
  if (equalFacts(before, after)) return;
  const label = capitalized(at.label);
  const sentence =
    before === undefined
      ? `${label} now has the default ${json(after)}.`
      : after === undefined
        ? `${label} no longer has the default ${json(before)}.`
        : `${label} now has the default ${json(after)} instead of ${json(before)}.`;
  at.pair.findings.push({
    kind: 'default',
    subject: at.subject,
    place: at.place,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    effect: before === undefined || after === undefined ? nonBreaking : changedDefault,
    say: () => sentence,
  });
}
