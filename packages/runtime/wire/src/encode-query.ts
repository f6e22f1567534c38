/** Encodes the query of a request. */
import { type Encoding, type Stringify, encodeValue } from './encoding.js';
import { normalizeFilters } from './normalize-filters.js';
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
