/** Normalizes the `filters` of a request to the form that every engine reads: each name with an array of strings. */
import { asArray, encodeScalar } from './encoding.js';
import { WireError } from './wire-error.js';

/**
 * Returns the filters with an array of strings for each name. A single value becomes an array. The other form that
 * engines read, a map (`{ v: true }`), becomes an array too, since engines reject a mixture. Names without a value are
 * left out. A string is taken as JSON and returned unchanged.
 */
export function normalizeFilters(filters: unknown): unknown {
  if (typeof filters === 'string') return filters;
  if (typeof filters !== 'object' || filters === null || Array.isArray(filters)) {
    throw new WireError('VALUE_INVALID', 'query parameter filters must be an object');
  }
  const entries = Object.entries(filters).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(entries.map(([name, value]) => [name, filterValues(name, value)]));
}

function filterValues(name: string, value: unknown): string[] {
  const place = `filter ${JSON.stringify(name)}`;
  if (typeof value !== 'object' || Array.isArray(value)) return asArray(value).map((item) => encodeScalar(item, place));
  const members = Object.entries(value as object);
  if (members.some(([, chosen]) => typeof chosen !== 'boolean')) {
    throw new WireError('VALUE_INVALID', `${place} must be a string, an array of strings, or a map of booleans`);
  }
  return members.filter(([, chosen]) => chosen === true).map(([text]) => text);
}
