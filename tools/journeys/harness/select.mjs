/** The journeys that one run walks. */

/** @typedef {import('./journey.mjs').Journey} Journey */

/**
 * Returns the fixed journeys, and others that the seed draws.
 *
 * @param {readonly Journey[]} journeys
 * @param {number} count of the drawn ones
 * @param {number} seed
 * @returns {readonly Journey[]}
 */
export function sampleOf(journeys, count, seed) {
  const others = journeys.filter(({ isFixed, isLong }) => isFixed !== true && isLong !== true);
  const drawn = new Set(
    others
      .map((journey, index) => ({ journey, rank: hash(seed, index) }))
      .sort((a, b) => a.rank - b.rank)
      .slice(0, count)
      .map(({ journey }) => journey),
  );
  return journeys.filter((journey) => journey.isFixed === true || drawn.has(journey));
}

/** A number that looks random (the finalizer of MurmurHash3). @param {number} seed @param {number} index */
function hash(seed, index) {
  let value = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/** @param {readonly Journey[]} journeys @param {readonly string[]} names @returns {readonly Journey[]} @throws if a name is unknown */
export function namedOf(journeys, names) {
  const unknown = names.find((name) => journeys.every((journey) => journey.name !== name));
  if (unknown !== undefined) throw new Error(`There is no journey "${unknown}"; --list prints them.`);
  return journeys.filter(({ name }) => names.includes(name));
}
