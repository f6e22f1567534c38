/** Draws samples by a seed: the same seed draws the same on every machine. */
import { randomOf } from '@lading/runtime-values';

/** Returns a function that shuffles by a seed. @param {number} seed */
export function shufflerOf(seed) {
  const { below } = randomOf(seed, '');
  /** @template T @param {readonly T[]} values @returns {T[]} */
  return (values) => {
    const shuffled = [...values];
    for (let last = shuffled.length - 1; last > 0; last--) {
      const other = below(last + 1);
      [shuffled[last], shuffled[other]] = [/** @type {T} */ (shuffled[other]), /** @type {T} */ (shuffled[last])];
    }
    return shuffled;
  };
}

/** Draws from all groups in turn, so that each has an equal part of the sample while it has values left. @template T @param {readonly (readonly T[])[]} groups @param {number} size @returns {T[]} */
export function drawInTurn(groups, size) {
  const longest = Math.max(0, ...groups.map((group) => group.length));
  const rounds = Array.from({ length: longest }, (_, round) =>
    groups.flatMap((group) => group.slice(round, round + 1)),
  );
  return rounds.flat().slice(0, size);
}

/** Groups values by a key, in the order of their first value. @template T, K @param {readonly T[]} values @param {(value: T) => K} keyOf @returns {Map<K, T[]>} */
export function grouped(values, keyOf) {
  const groups = new Map();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}
