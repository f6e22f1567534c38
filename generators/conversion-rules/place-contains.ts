/** A rule at its place in one operation: what is emitted, and what the checks look at. */
import type { WireDirection, WireValue } from '../../ir/index.js';

export interface PlacedRule {
  readonly operation: string;
  readonly direction: WireDirection;
  /** None where it follows from shapes and no action speaks of it. */
  readonly difference?: string;
  /** One sentence. */
  readonly says: string;
  readonly at: PlainPlace;
  readonly when: readonly { readonly of: string; readonly is?: WireValue; readonly not?: readonly WireValue[] }[];
  /** The kind of the rule. */
  readonly rule: string;
  /** What the kind says besides: `value`, `message`, `step` … */
  readonly parts: Readonly<Record<string, WireValue>>;
  /** It was not written by anyone. */
  readonly derived?: true;
}

/** As the run time reads it: `body`, or `query` with `path`, or `header`, or the message as a whole. */
export interface PlainPlace {
  readonly body?: string;
  readonly query?: string;
  readonly path?: string;
  readonly header?: string;
}

export function isAt(one: PlainPlace, other: PlainPlace): boolean {
  return (
    one.body === other.body &&
    one.query === other.query &&
    (one.path ?? '') === (other.path ?? '') &&
    one.header?.toLowerCase() === other.header?.toLowerCase()
  );
}

/** Whether the first place holds the second. */
export function holds(one: PlainPlace, other: PlainPlace): boolean {
  if (isAt(one, other) || Object.keys(one).length === 0) return true;
  if (one.body !== undefined && other.body !== undefined) return isWithin(other.body, one.body);
  if (one.query === undefined || one.query !== other.query) return false;
  return isWithin(other.path ?? '', one.path ?? '');
}

function isWithin(path: string, outer: string): boolean {
  return outer === '' || ['.', '[]', '{}'].some((next) => path.startsWith(`${outer}${next}`));
}
