/** The kinds of values that a reader distinguishes without reading them, as bits of a number. */

export const valueKinds = { other: 0, string: 1, boolean: 2, zero: 4, null: 8, emptyArray: 16 } as const;

/** Returns the kind of a value. It has the values for "not set", which is what clients send for most properties. */
export function kindOf(value: unknown): number {
  // Separate comparisons: JavaScript engines optimize them better than a `switch`.
  if (typeof value === 'string') return valueKinds.string;
  if (typeof value === 'boolean') return valueKinds.boolean;
  if (value === 0) return valueKinds.zero;
  if (value === null) return valueKinds.null;
  return Array.isArray(value) && value.length === 0 ? valueKinds.emptyArray : valueKinds.other;
}
