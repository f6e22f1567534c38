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

/** @param request its limits are in the order of the range: that of a reversed one begins with the highest */
export function select(
  scores: ReadonlyMap<string, number>,
  { by, isReversed, from, to, offset = 0, count = -1 }: RangeRequest,
): Item[] {
  const items = isReversed ? sorted(scores).reverse() : sorted(scores);
  if (offset < 0) return [];
  if (by === 'INDEX') {
    const { first, last } = rangeOf(items.length, integer(from), integer(to));
    return items.slice(first, last + 1);
  }
  const [low, high] = isReversed ? [to, from] : [from, to];
  const isIn = (): ((item: Item) => boolean) => {
    if (by === 'SCORE') {
      const [minimum, maximum] = [scoreLimit(low), scoreLimit(high)];
      return ([, score]) => minimum(score, true) && maximum(score, false);
    }
    const [minimum, maximum] = [wordLimit(low), wordLimit(high)];
    return ([member]) => minimum(member, true) && maximum(member, false);
  };
  return items.filter(isIn()).slice(offset, count < 0 ? undefined : offset + count);
}
