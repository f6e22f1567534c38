/** Reads `filters` in both forms that clients send, into one: each name with a list of texts. */
import { WireError } from './wire-error.js';

/**
 * `{"k":{"v":true}}` and `{"k":["v"]}` both become `{ k: ['v'] }`; a mixture of the two is refused, as by engines. So
 * is `{"k":{"v":false}}`: engines take it for `v` in some filters (labels, names) and not in others, and without it a
 * prune would delete more than was asked for.
 *
 * @throws WireError FILTER_INVALID
 */
export function decodeFilters(value: unknown): Record<string, string[]> | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid();
  const entries: [string, unknown][] = Object.entries(value);
  if (entries.every(([, members]) => isMap(members))) {
    return Object.fromEntries(
      entries.map(([name, members]) => [
        name,
        Object.entries(members ?? {}).map(([text, isChosen]) => {
          if (!isChosen) throw invalid();
          return text;
        }),
      ]),
    );
  }
  return Object.fromEntries(entries.map(([name, texts]) => [name, listed(texts)]));
}

function isMap(value: unknown): value is Record<string, boolean> | null {
  if (value === null) return true;
  if (typeof value !== 'object' || Array.isArray(value)) return false;
  return Object.values(value).every((chosen) => typeof chosen === 'boolean' || chosen === null);
}

function listed(value: unknown): string[] {
  if (value === null) return [];
  if (!Array.isArray(value)) throw invalid();
  return value.map((text: unknown) => {
    if (text === null) return '';
    if (typeof text !== 'string') throw invalid();
    return text;
  });
}

function invalid(): WireError {
  return new WireError('FILTER_INVALID', 'invalid filter');
}
