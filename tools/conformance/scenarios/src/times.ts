/** Compares durations with their limits: the duration of a response, and the gaps between events. */
import { mismatches, type Mismatch } from './mismatches.js';
import type { Gaps, Limits } from './scenario.js';

export function timeMismatches({ atLeast = 0, atMost = Infinity }: Limits, seconds: number, at: string): Mismatch[] {
  return seconds >= atLeast && seconds <= atMost
    ? []
    : [{ at, expected: `${atLeast} s to ${atMost} s`, actual: seconds }];
}

export function gapMismatches(expected: Gaps, items: readonly unknown[]): Mismatch[] {
  const gaps = gapsBetween(expected, items);
  const count = Math.max(expected.atLeast.length, expected.atMost.length);
  if (gaps.length < count) return [{ at: 'gaps', expected: `${count} gaps`, actual: gaps }];
  return gaps.flatMap((gap, index) => {
    const [atLeast, atMost] = [expected.atLeast[index], expected.atMost[index]];
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
