// Which mutants a run measures.
import { createHash } from 'node:crypto';

/**
 * @typedef {object} Selection
 * @property {number} oneOf measures one of so many mutants
 * @property {string} seed draws them
 * @property {string[] | undefined} only the keys of the only mutants that are measured
 * @property {string[]} except the keys of mutants that have been measured
 */

/** Identifies a mutant of a file. */
export const keyOf = (path, { start, end, replacement }) =>
  JSON.stringify([path, start.line, start.column, end.line, end.column, replacement]);

/** @returns whether a sample contains the mutant: always the same for a seed, and contained in each larger sample */
export function isDrawn(key, { oneOf, seed }) {
  return createHash('sha256').update(`${seed} ${key}`).digest().readUInt32BE() / 2 ** 32 < 1 / oneOf;
}

/** @param {Selection} selection @returns {(key: string) => boolean} */
export function selects({ oneOf, seed, only, except }) {
  const [wanted, measured] = [only && new Set(only), new Set(except)];
  return (key) => (wanted?.has(key) ?? isDrawn(key, { oneOf, seed })) && !measured.has(key);
}

/** @param {string} text @returns the text as it is stored */
export const onOneLine = (text) => text.replaceAll(/\s+/g, ' ');
