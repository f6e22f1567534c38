/** A seeded source of random numbers. */

/** @typedef {{ readonly below: (limit: number) => number, readonly chance: (probability: number) => boolean,
 *   readonly pick: <T>(all: readonly T[]) => T, readonly seed: () => number }} Random */

/** Returns the source of a seed and a name, so that the values of one operation do not depend on those before it.
 * @param {number} seed @param {string} name @returns {Random} */
export function randomOf(seed, name) {
  let state = seed >>> 0;
  for (const letter of name) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  // The generator mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (limit) => Math.floor(next() * limit),
    chance: (probability) => next() < probability,
    pick: (all) => /** @type {any} */ (all[Math.floor(next() * all.length)]),
    seed: () => Math.floor(next() * 2 ** 31),
  };
}
