/** Decodes `filters` in both forms that clients send to one form: each name with an array of strings. */
import { WireError } from './wire-error.js';

/**
 * Converts both `{"k":{"v":true}}` and `{"k":["v"]}` to `{ k: ['v'] }`. A mixture of the two is rejected, as by
 * engines. `{"k":{"v":false}}` is rejected too: engines include `v` in some filters (labels, names) and not in others,
 * and without it a prune would delete more than requested.
 *
 * @throws WireError FILTER_INVALID
 */
export function decodeFilters(value: unknown): Record<string, string[]> | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) throw invalidFilter();
  const entries: [string, unknown][] = Object.entries(value);
  if (entries.every(([, members]) => isBooleanMap(members))) {
    return Object.fromEntries(
      entries.map(([name, members]) => [
        name,
        Object.entries(members ?? {}).map(([text, isChosen]) => {
          if (!isChosen) throw invalidFilter();
          return text;
        }),
      ]),
    );
  }
  return Object.fromEntries(entries.map(([name, texts]) => [name, stringArray(texts)]));
}

function isBooleanMap(value: unknown): value is Record<string, boolean> | null {
  if (value === null) return true;
  if (typeof value !== 'object' || Array.isArray(value)) return false;
  return Object.values(value).every((chosen) => typeof chosen === 'boolean' || chosen === null);
}

function stringArray(value: unknown): string[] {
  if (value === null) return [];
  if (!Array.isArray(value)) throw invalidFilter();
  return value.map((text: unknown) => {
    if (text === null) return '';
    if (typeof text !== 'string') throw invalidFilter();
    return text;
  });
}

function invalidFilter(): WireError {
  return new WireError('FILTER_INVALID', 'invalid filter');
}
