/** Compares default values. */
import { capital } from './optionality.js';
import { changedDefault, harmless } from './breaking-changes.js';
import { same } from './facts.js';
import type { At } from './pair.js';
import { json } from './words.js';

export function compareDefault(at: At, before: unknown, after: unknown): void {
  if (same(before, after)) return;
  const label = capital(at.label);
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
    effect: before === undefined || after === undefined ? harmless : changedDefault,
    say: () => sentence,
  });
}
