/** Rejects numbers that JSON would silently turn into `null`. */
import { WireError } from './wire-error.js';

const MAX_DEPTH = 1000;

/**
 * Checks all numbers of a JSON body. The error message contains `place` (such as `body`) and the JSON pointer of the
 * number.
 *
 * @throws WireError NUMBER_NOT_FINITE for NaN and infinities, VALUE_INVALID for a value that contains itself
 */
export function checkFinite(value: unknown, place: string): void {
  const pointer = pointerToNonFinite(value, '', 0, place);
  if (pointer === undefined) return;
  throw new WireError('NUMBER_NOT_FINITE', `${place}${pointer} is a number that is not finite`);
}

function pointerToNonFinite(value: unknown, key: string, depth: number, place: string): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : '';
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_DEPTH) {
    throw new WireError('VALUE_INVALID', `${place} contains itself or is more than ${MAX_DEPTH} levels deep`);
  }
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return pointerToNonFinite(value.toJSON(key) as unknown, key, depth + 1, place);
  }
  // By index, since the entries of an array take three times as long.
  const names = Array.isArray(value) ? undefined : Object.keys(value);
  const { length } = names ?? (value as readonly unknown[]);
  for (let index = 0; index < length; index += 1) {
    const name = names === undefined ? String(index) : (names[index] as string);
    const pointer = pointerToNonFinite((value as Readonly<Record<string, unknown>>)[name], name, depth + 1, place);
    if (pointer !== undefined) return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}${pointer}`;
  }
  return undefined;
}
