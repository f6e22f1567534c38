/** The journeys that one run walks. */
import { shufflerOf } from '../../any-api/sample/draw.mjs';

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
  const drawn = new Set(shufflerOf(seed)(others).slice(0, count));
  return journeys.filter((journey) => journey.isFixed === true || drawn.has(journey));
}

/** @param {readonly Journey[]} journeys @param {readonly string[]} names @returns {readonly Journey[]} @throws if a name is unknown */
export function namedOf(journeys, names) {
  const unknown = names.find((name) => journeys.every((journey) => journey.name !== name));
  if (unknown !== undefined) throw new Error(`There is no journey "${unknown}"; --list prints them.`);
  return journeys.filter(({ name }) => names.includes(name));
}
