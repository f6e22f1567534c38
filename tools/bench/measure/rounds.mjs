/** The order of the runs: every round runs everything once, every other round in reverse. */

/**
 * Orders the runs so that a temporarily slow machine affects all subjects equally, and none always runs first after a pause.
 * @template T
 * @param {readonly T[]} subjects
 * @param {number} rounds
 * @returns {T[]}
 */
export function order(subjects, rounds) {
  return Array.from({ length: rounds }, (_, round) =>
    round % 2 === 0 ? [...subjects] : [...subjects].reverse(),
  ).flat();
}

/**
 * Runs every subject once in each round; the first round warms up.
 * @template T
 * @param {readonly string[]} subjects @param {number} rounds @param {(subject: string) => Promise<T>} one
 * @returns {Promise<Readonly<Record<string, readonly T[]>>>}
 */
export async function interleaved(subjects, rounds, one) {
  /** @type {Record<string, T[]>} */
  const results = Object.fromEntries(subjects.map((subject) => [subject, []]));
  for (const [index, subject] of order(subjects, rounds + 1).entries()) {
    const result = await one(subject);
    if (index >= subjects.length) results[subject]?.push(result);
  }
  return results;
}
