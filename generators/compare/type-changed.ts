/** Reports that the type of a value changed. */
import type { Type } from '../ir/index.js';
import { moved, type Movement } from './breaking-changes.js';
import { factsOfType } from './facts.js';
import type { At } from './pair.js';
import { code, describe } from './words.js';

export function typeChanged(at: At, older: Type, newer: Type, how: Movement): void {
  const [before, after] = [describe(older), describe(newer)];
  const change = before === after ? 'changed' : `changed from ${code(before)} to ${code(after)}`;
  at.pair.findings.push({
    kind: 'type',
    subject: at.subject,
    place: at.place,
    before: factsOfType(older),
    after: factsOfType(newer),
    effect: moved(how),
    say: () => `The type of ${at.label} ${change}.`,
  });
}
