/** Whether a value may be left out, and whether it may be null. */
import { moved } from './breaking-changes.js';
import type { At } from './pair.js';

/** @param kind `nullable`: null is allowed; `required`: the value is always there */
export function compareAllowed(at: At, kind: 'nullable' | 'required', before: boolean, after: boolean): void {
  if (before === after) return;
  const narrower = kind === 'nullable' ? before : after;
  at.pair.findings.push({
    kind,
    subject: at.subject,
    place: at.place,
    before,
    after,
    effect: moved(narrower ? 'narrower' : 'wider'),
    say: ({ direction }) => `${capital(at.label)} ${words[kind][direction][after ? 1 : 0]}.`,
  });
}

const nullable = ['is never `null` any more', 'may now be `null`'] as const;
const words = {
  nullable: { request: ['may no longer be `null`', nullable[1]], response: nullable, both: nullable },
  required: {
    request: ['is no longer required', 'is now required'],
    response: ['is no longer always sent', 'is now always sent'],
    both: [
      'is no longer required in requests, nor always sent in responses',
      'is now required in requests and always sent in responses',
    ],
  },
} as const;

/** `the answer 400 of X` at the start of a sentence. */
export function capital(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}
