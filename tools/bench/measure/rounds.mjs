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
