/** Encodes the query of a request. */
import { type Encoding, type Stringify, encodeValue, asArray, encodeScalar } from './encoding.js';
import { WireError } from './wire-error.js';

/**
 * Returns `''` or `?a=1&b=…`. Only the parameters that `encodings` names are encoded, in its order; undefined and null
 * are left out. `stringify` replaces `JSON.stringify`, for callers with bigints or a custom encoding of numbers.
 *
 * @throws WireError NUMBER_NOT_FINITE for numbers that are not finite, VALUE_INVALID for values that have no string
 * form
 */
export function encodeQuery(
  encodings: Readonly<Record<string, Encoding>>,
  values: Readonly<Record<string, unknown>>,
  stringify?: Stringify,
): string {
  let query = '';
  for (const [name, encoding] of Object.entries(encodings)) {
    if (!Object.hasOwn(values, name)) continue;
    const value = values[name];
    if (value === undefined || value === null) continue;
    const place = `query parameter ${name}`;
    const given = encoding === 'json' && name === 'filters' ? normalizeFilters(value) : value;
    for (const text of encodeValue(encoding, given, place, stringify)) {
      query += `${query === '' ? '?' : '&'}${escape(name, place)}=${escape(text, place)}`;
    }
  }
  return query;
}

function escape(text: string, place: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    throw new WireError('VALUE_INVALID', `${place} has half a surrogate pair, which has no UTF-8`);
  }
}

/**
 * Returns the filters with an array of strings for each name. A single value becomes an array. The other form that
 * engines read, a map (`{ v: true }`), becomes an array too, since engines reject a mixture. Names without a value are
 * left out. A string is taken as JSON and returned unchanged.
 */
function normalizeFilters(filters: unknown): unknown {
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
