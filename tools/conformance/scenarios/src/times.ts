/** Whether times are as wanted: that of a response, and those between events. */
import { mismatches, type Mismatch } from './matches.js';
import type { Gaps, Limits } from './story.js';

export function timeMismatches({ atLeast = 0, atMost = Infinity }: Limits, seconds: number, at: string): Mismatch[] {
  return seconds >= atLeast && seconds <= atMost ? [] : [{ at, wanted: `${atLeast} s to ${atMost} s`, got: seconds }];
}

export function gapMismatches(wanted: Gaps, items: readonly unknown[]): Mismatch[] {
  const gaps = gapsBetween(wanted, items);
  const count = Math.max(wanted.atLeast.length, wanted.atMost.length);
  if (gaps.length < count) return [{ at: 'gaps', wanted: `${count} gaps`, got: gaps }];
  return gaps.flatMap((gap, index) => {
    const [atLeast, atMost] = [wanted.atLeast[index], wanted.atMost[index]];
    const limits = { ...(atLeast !== undefined && { atLeast }), ...(atMost !== undefined && { atMost }) };
    return timeMismatches(limits, gap, `gaps/${index}`);
  });
}

/** @returns seconds */
function gapsBetween({ from, to }: Gaps, items: readonly unknown[]): readonly number[] {
  const gaps: number[] = [];
  let begin: number | undefined;
  for (const item of items) {
    const time = timeOf(item);
    if (time === undefined) continue;
    if (begin !== undefined && mismatches(to, item).length === 0) {
      gaps.push((time - begin) / 1e9);
      begin = undefined;
    }
    if (mismatches(from, item).length === 0) begin = time;
  }
  return gaps;
}

/** @returns nanoseconds */
function timeOf(item: unknown): number | undefined {
  if (typeof item !== 'object' || item === null || !('timeNano' in item)) return undefined;
  return typeof item.timeNano === 'number' ? item.timeNano : undefined;
}
