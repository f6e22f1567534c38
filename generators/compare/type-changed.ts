/** Reports that the type of a value changed. */
import type { Type } from '../ir/index.js';
import { effectOf, type Movement } from './breaking-changes.js';
import { factsOfType } from './facts.js';
import type { ComparedPosition } from './pair.js';
import { code, describe } from './sentence-parts.js';

export function typeChanged(at: ComparedPosition, older: Type, newer: Type, how: Movement): void {
  const [before, after] = [describe(older), describe(newer)];
  const change = before === after ? 'changed' : `changed from ${code(before)} to ${code(after)}`;
  at.pair.findings.push({
    kind: 'type',
    subject: at.subject,
    place: at.place,
    before: factsOfType(older),
    after: factsOfType(newer),
    effect: effectOf(how),
    say: () => `The type of ${at.label} ${change}.`,
  });
}
