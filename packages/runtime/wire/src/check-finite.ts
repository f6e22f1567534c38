/** Refuses numbers that JSON would turn into `null` in silence. */
import { WireError } from './wire-error.js';

const DEEPEST = 1000;

/**
 * Walks a JSON body; `place` (such as `body`) and the JSON pointer to the number stand in the message.
 * @throws WireError NUMBER_NOT_FINITE for NaN and infinities, VALUE_INVALID for a value that contains itself
 */
export function checkFinite(value: unknown, place: string): void {
  const path = findNotFinite(value, '', 0, place);
  if (path === undefined) return;
  const pointer = path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  throw new WireError('NUMBER_NOT_FINITE', `${place}${pointer} is a number that is not finite`);
}

/** The keys that lead to the first number that is not finite, or nothing. */
function findNotFinite(value: unknown, key: string, depth: number, place: string): string[] | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : [];
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > DEEPEST) {
    throw new WireError('VALUE_INVALID', `${place} contains itself or is more than ${DEEPEST} levels deep`);
  }
  if ('toJSON' in value && typeof value.toJSON === 'function') {
    return findNotFinite(value.toJSON(key) as unknown, key, depth + 1, place);
  }
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const path = findNotFinite(value[index], String(index), depth + 1, place);
      if (path !== undefined) return [String(index), ...path];
    }
    return undefined;
  }
  for (const [name, member] of Object.entries(value)) {
    const path = findNotFinite(member, name, depth + 1, place);
    if (path !== undefined) return [name, ...path];
  }
  return undefined;
}
