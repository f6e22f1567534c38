/** Brings the `filters` of a list to the form that every engine reads: each name with a list of texts. */
import { list, scalar } from './encoding.js';
import { WireError } from './wire-error.js';

/**
 * A value given alone is a list of one; the other form that engines read, a map (`{ v: true }`), becomes a list too,
 * since engines refuse a mixture; names without a value are left out; a text is taken for JSON already.
 */
export function filterLists(filters: unknown): unknown {
  if (typeof filters === 'string') return filters;
  if (typeof filters !== 'object' || filters === null || Array.isArray(filters)) {
    throw new WireError('VALUE_INVALID', 'query parameter filters must be an object');
  }
  const entries = Object.entries(filters).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(entries.map(([name, value]) => [name, texts(name, value)]));
}

function texts(name: string, value: unknown): string[] {
  const place = `filter ${JSON.stringify(name)}`;
  if (typeof value !== 'object' || Array.isArray(value)) return list(value).map((item) => scalar(item, place));
  const members = Object.entries(value as object);
  if (members.some(([, chosen]) => typeof chosen !== 'boolean')) {
    throw new WireError('VALUE_INVALID', `${place} must be a text, a list of texts, or a map of booleans`);
  }
  return members.filter(([, chosen]) => chosen === true).map(([text]) => text);
}
