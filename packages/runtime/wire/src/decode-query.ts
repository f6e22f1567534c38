/** Decodes the query of a request. */
import { decodeFilters } from './decode-filters.js';
import { decodeValue } from './decode-value.js';
import type { Encoding } from './encoding.js';
import { queryTexts } from './query-texts.js';

/**
 * Returns the parameters that `encodings` names and the query has. Scalars remain strings, since their type is defined
 * by the contract. Both encodings of `filters` are decoded to the same value.
 *
 * @throws WireError QUERY_INVALID, JSON_INVALID, BASE64_INVALID or FILTER_INVALID
 */
export function decodeQuery(encodings: Readonly<Record<string, Encoding>>, query: string): Record<string, unknown> {
  const texts = queryTexts(query);
  const values: Record<string, unknown> = {};
  for (const [name, encoding] of Object.entries(encodings)) {
    const value = decodeValue(encoding, texts[name] ?? [], `query parameter ${name}`);
    const decoded = encoding === 'json' && name === 'filters' ? decodeFilters(value) : value;
    if (decoded !== undefined) values[name] = decoded;
  }
  return values;
}
