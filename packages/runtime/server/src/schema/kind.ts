/** The kinds of values that a reader can tell at a glance, as bits of a number. */

export const kinds = { other: 0, text: 1, boolean: 2, zero: 4, null: 8, emptyList: 16 } as const;

/** What clients send of most members is that they are not set. */
export function kindOf(value: unknown): number {
  // One by one: engines of JavaScript know such a comparison by heart, and a `switch` not.
  if (typeof value === 'string') return kinds.text;
  if (typeof value === 'boolean') return kinds.boolean;
  if (value === 0) return kinds.zero;
  if (value === null) return kinds.null;
  return Array.isArray(value) && value.length === 0 ? kinds.emptyList : kinds.other;
}
