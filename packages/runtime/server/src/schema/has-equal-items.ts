import { jsonText } from '@lading/runtime-wire';

/** Whether two items of an array are equal: scalars, and objects and arrays of equal values. */
export function hasEqualItems(items: readonly unknown[]): boolean {
  // Compared as JSON, so that the time is in proportion to the length.
  return new Set(items.map((item) => jsonText(sorted(item), 'item'))).size < items.length;
}

/** Returns the value with the keys of all objects in one order: each object as an array of entries within another one. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return { '': entries.map(([key, inner]) => [key, sorted(inner)]) };
}
