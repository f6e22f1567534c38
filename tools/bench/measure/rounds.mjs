/** The order of the runs: every round runs everything once, every other round backwards. */

/**
 * Whatever slows the machine for a while then falls on all alike, and nobody always runs first after a pause.
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
