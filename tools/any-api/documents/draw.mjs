/** Draws samples by a seed: the same seed draws the same on every machine. */
import { randomOf } from '@lading/runtime-values';

/** Returns a function that shuffles by a seed. @param {number} seed */
export function shufflerOf(seed) {
  const { below } = randomOf(seed, '');
  /** @template T @param {readonly T[]} values @returns {T[]} */
  return (values) => {
    const left = [...values];
    return values.flatMap(() => left.splice(below(left.length), 1));
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
