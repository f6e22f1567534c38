/** Compares whether a value is required, and whether it is nullable. */
import { effectOf, requiredPart } from './breaking-changes.js';
import type { ComparedPosition } from './pair.js';

/**
 * @param kind `nullable`: null is allowed; `required`: the value is always present
 * @param standard the default of what is required
 */
export function compareAllowed(
  at: ComparedPosition,
  kind: 'nullable' | 'required',
  before: boolean,
  after: boolean,
  standard?: unknown,
): void {
  if (before === after) return;
  const narrower = kind === 'nullable' ? before : after;
  at.pair.findings.push({
    kind,
    subject: at.subject,
    place: at.place,
    before,
    after,
    effect: kind === 'required' && narrower ? requiredPart(standard) : effectOf(narrower ? 'narrower' : 'wider'),
    say: ({ direction }) => `${capitalized(at.label)} ${words[kind][direction][after ? 1 : 0]}.`,
  });
}

const nullable = ['is no longer nullable', 'is now nullable'] as const;
const words = {
  nullable: { request: nullable, response: nullable, both: nullable },
  required: {
    request: ['is no longer required', 'is now required'],
    response: ['is no longer always present', 'is now always present'],
    both: [
      'is no longer required in requests and no longer always present in responses',
      'is now required in requests and always present in responses',
    ],
  },
} as const;

/** Capitalizes a label such as `the response 400 of X` for the start of a sentence. */
export function capitalized(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}
