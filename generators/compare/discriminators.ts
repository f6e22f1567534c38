/** Compares discriminators: the property and the schemas by its values. */
import type { Discriminator } from '../ir/index.js';
import { capitalized } from './optionality.js';
import { effectOf } from './breaking-changes.js';
import { equalFacts } from './facts.js';
import type { ComparedPosition } from './pair.js';
import { code } from './sentence-parts.js';

/** Values that were only added or removed change the options too, which is reported there. */
export function compareDiscriminators(
  at: ComparedPosition,
  older: Discriminator | undefined,
  newer: Discriminator | undefined,
): void {
  if (equalFacts(older, newer)) return;
  const isMoved =
    older?.property !== newer?.property ||
    older?.mapping.some(
      ({ value, schema }) =>
        newer?.mapping.some((one) => one.schema === schema && one.value !== value) === true &&
        !newer.mapping.some((one) => one.value === value),
    ) === true;
  const haveBoth = older !== undefined && newer !== undefined;
  if (haveBoth && !isMoved) return;
  at.pair.findings.push({
    kind: 'behaviour',
    subject: at.subject,
    place: at.place,
    before: older ?? null,
    after: newer ?? null,
    // Without a discriminator, the values of the property have no meaning of their own.
    effect: effectOf(haveBoth ? 'other' : 'equal'),
    say: () => `${capitalized(at.label)} ${phrase(older, newer)}.`,
  });
}

function phrase(older: Discriminator | undefined, newer: Discriminator | undefined): string {
  if (newer === undefined) return `no longer has the discriminator ${code(older?.property ?? '')}`;
  if (older === undefined) return `now has the discriminator ${code(newer.property)}`;
  if (older.property === newer.property) return `now has other values of the discriminator ${code(newer.property)}`;
  return `now has the discriminator ${code(newer.property)} instead of ${code(older.property)}`;
}
