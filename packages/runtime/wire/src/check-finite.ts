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
  const path = pathToNonFinite(value, '', 0, place);
  if (path === undefined) return;
  const pointer = path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  throw new WireError('NUMBER_NOT_FINITE', `${place}${pointer} is a number that is not finite`);
}

/** Returns the keys that lead to the first number that is not finite, or undefined. */
function pathToNonFinite(value: unknown, key: string, depth: number, place: string): string[] | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : [];
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > MAX_DEPTH) {
    throw new WireError('VALUE_INVALID', `${place} contains itself or is more than ${MAX_DEPTH} levels deep`);
  }
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return pathToNonFinite(value.toJSON(key) as unknown, key, depth + 1, place);
  }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const path = pathToNonFinite(value[index], String(index), depth + 1, place);
      if (path !== undefined) return [String(index), ...path];
    }
    return undefined;
  }
  for (const [name, propertyValue] of Object.entries(value)) {
    const path = pathToNonFinite(propertyValue, name, depth + 1, place);
    if (path !== undefined) return [name, ...path];
  }
  return undefined;
}
