/** Ranges of sorted sets: by index, by score, or by member. */
import { float, integer, rangeOf } from './arguments.js';
import { ErrorReply } from './reply.js';

export type Item = readonly [member: string, score: number];

/** Returns the members by their scores; equal ones by their bytes. */
export function sorted(scores: ReadonlyMap<string, number>): Item[] {
  return [...scores].sort(([one, first], [other, second]) => first - second || (one < other ? -1 : 1));
}

function scoreLimit(text: string): (score: number, isMinimum: boolean) => boolean {
  const isOpen = text.startsWith('(');
  const limit = float(isOpen ? text.slice(1) : text, 'ERR min or max is not a float');
  return (score, isMinimum) =>
    isMinimum ? (isOpen ? score > limit : score >= limit) : isOpen ? score < limit : score <= limit;
}

function wordLimit(text: string): (member: string, isMinimum: boolean) => boolean {
  if (text === '-') return (_, isMinimum) => isMinimum;
  if (text === '+') return (_, isMinimum) => !isMinimum;
  if (!/^[[(]/.test(text)) throw new ErrorReply('ERR min or max not valid string range item');
  const [isOpen, limit] = [text.startsWith('('), text.slice(1)];
  return (member, isMinimum) => (member === limit ? !isOpen : isMinimum ? member > limit : member < limit);
}

export interface RangeRequest {
  readonly by: 'INDEX' | 'SCORE' | 'LEX';
  readonly isReversed: boolean;
  readonly from: string;
  readonly to: string;
  readonly offset?: number;
  readonly count?: number;
}

/**
 * Reads a range.
 * @param request its limits are in the order of the range: that of a reversed one begins with the highest
 * @returns what chooses the members of a set
 * @throws ErrorReply
 */
export function selection({
  by,
  isReversed,
  from,
  to,
  offset = 0,
  count = -1,
}: RangeRequest): (scores: ReadonlyMap<string, number>) => Item[] {
  const items = (scores: ReadonlyMap<string, number>) => (isReversed ? sorted(scores).reverse() : sorted(scores));
  if (by === 'INDEX') {
    const limits = [integer(from), integer(to)] as const;
    return (scores) => {
      const { first, last } = rangeOf(scores.size, ...limits);
      return items(scores).slice(first, last + 1);
    };
  }
  const isIn = isInRange(by, ...(isReversed ? ([to, from] as const) : ([from, to] as const)));
  if (offset < 0) return () => [];
  return (scores) =>
    items(scores)
      .filter(isIn)
      .slice(offset, count < 0 ? undefined : offset + count);
}

function isInRange(by: 'SCORE' | 'LEX', low: string, high: string): (item: Item) => boolean {
  if (by === 'SCORE') {
    const [minimum, maximum] = [scoreLimit(low), scoreLimit(high)];
    return ([, score]) => minimum(score, true) && maximum(score, false);
  }
  const [minimum, maximum] = [wordLimit(low), wordLimit(high)];
  return ([member]) => minimum(member, true) && maximum(member, false);
}
