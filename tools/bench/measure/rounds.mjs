/** Measurements in rounds: every round runs everything once, every other round in reverse, and the median counts. */
import { median } from 'simple-statistics';

/**
 * Runs every subject once in each round, so that a temporarily slow machine affects all equally, and none always runs first after a pause.
 * The first round warms up.
 * @template T
 * @param {readonly string[]} subjects @param {number} rounds @param {(subject: string) => Promise<T>} one
 * @returns {Promise<Readonly<Record<string, readonly T[]>>>}
 */
export async function interleaved(subjects, rounds, one) {
  /** @type {Record<string, T[]>} */
  const results = Object.fromEntries(subjects.map((subject) => [subject, []]));
  for (let round = 0; round <= rounds; round += 1)
    for (const subject of round % 2 === 0 ? subjects : [...subjects].reverse()) {
      const result = await one(subject);
      if (round > 0) results[subject]?.push(result);
    }
  return results;
}

/** The median of the rounds' ratios: whatever slowed a round down slowed both. @param {readonly number[]} ours @param {readonly number[]} theirs */
export function paired(ours, theirs, ratio = (/** @type {number} */ one, /** @type {number} */ other) => one / other) {
  return median(ours.map((value, index) => ratio(value, theirs[index] ?? NaN)));
}
