/** Rules that no single type can say: between fields, or about a number that is either zero or within bounds. */

/** Of one number. */
export const scalarRuleKinds = ['zero-or-minimum', 'zero-or-range', 'positive-minimum'] as const;
/** Between fields of a record, or between parameters and body of an operation. */
export const recordRuleKinds = [
  'only-when',
  'not-when',
  'needs-when',
  'requires',
  'excludes',
  'at-least-one-of',
  'at-most-one-of',
  'exactly-one-of',
  'greater-than',
  'not-less-than',
  'max-entries',
] as const;

/**
 * - `zero-or-minimum` n, `zero-or-range` `'a-b'`, `positive-minimum` n: a number is zero or at least n, zero or from a to
 *   b, at least n where it is positive.
 * - `only-when` [a, b] v: a is set only where b is one of v; `not-when`: never where b is one of v; `needs-when`: always
 *   where b is one of v. Alternatives of v are separated by `|`, an empty one means "not set", `*` is a wildcard.
 * - `requires` [a, b]: a is set only together with b; `excludes` [a, b]: never together.
 * - `at-least-one-of`, `at-most-one-of`, `exactly-one-of`: how many of the fields are set.
 * - `greater-than`, `not-less-than` [a, b]: where both are positive, a > b or a ≥ b.
 * - `max-entries` n: each of the fields has at most n entries.
 *
 * A field is set unless it is absent, null, false, 0, an empty text, list or map; a record is set even when empty.
 */
export interface ShapeRule {
  readonly kind: (typeof scalarRuleKinds)[number] | (typeof recordRuleKinds)[number];
  /** Paths with dots, relative to the record; of an operation `body.…`, or the name of a parameter. */
  readonly fields?: readonly string[];
  readonly value?: string | number | boolean;
  /** The rule as one sentence: part of the message to whoever breaks it. */
  readonly says: string;
}

/** The rule's sentence as part of another. */
export function sentence({ says }: ShapeRule): string {
  return says.replace(/\.$/, '');
}
