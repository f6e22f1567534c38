/** Compares places in messages. */
import type { PlainPlace } from '../ir/index.js';

/** Whether two places are equal. */
export function isAt(one: PlainPlace, other: PlainPlace): boolean {
  return (
    one.body === other.body &&
    one.query === other.query &&
    (one.path ?? '') === (other.path ?? '') &&
    one.header?.toLowerCase() === other.header?.toLowerCase() &&
    one.segment === other.segment
  );
}

/** Whether the first place contains the second one. */
export function contains(one: PlainPlace, other: PlainPlace): boolean {
  if (isAt(one, other) || Object.keys(one).length === 0) return true;
  if (one.body !== undefined && other.body !== undefined) return isInside(other.body, one.body);
  if (one.query === undefined || one.query !== other.query) return false;
  return isInside(other.path ?? '', one.path ?? '');
}

/** Whether a path leads into the values at another one. */
export function isInside(path: string, outer: string): boolean {
  return outer === '' || ['.', '[]', '{}'].some((next) => path.startsWith(`${outer}${next}`));
}
