// Which mutants a run measures. StrykerJS loads this file as a checker: what a checker rejects is not run, and not in the results.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file in which a run passes its selection to the process of the checker. */
const selectionName = 'LADING_MUTATION_SELECTION';

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

/** @returns the environment for the process of StrykerJS */
export const environmentWith = (file) => ({ ...process.env, [selectionName]: file });

class DrawnMutants {
  async init() {
    this.isSelected = selects(JSON.parse(readFileSync(process.env[selectionName] ?? '', 'utf8')));
  }

  group(mutants) {
    return Promise.resolve([mutants.map(({ id }) => id)]);
  }

  check(mutants) {
    const result = (mutant) => (this.isSelected(keyOfChecked(mutant)) ? passed : rejected);
    return Promise.resolve(Object.fromEntries(mutants.map((mutant) => [mutant.id, result(mutant)])));
  }
}

const passed = { status: 'passed' };
const rejected = { status: 'compileError', reason: 'not drawn' };

/** A checker counts lines and columns from 0, and results from 1. */
function keyOfChecked({ fileName, location: { start, end }, replacement }) {
  const counted = ({ line, column }) => ({ line: line + 1, column: column + 1 });
  const path = join('src', fileName.slice(fileName.lastIndexOf('/src/') + '/src/'.length));
  return keyOf(path, { start: counted(start), end: counted(end), replacement: onOneLine(replacement) });
}

/** The plugin, as StrykerJS declares it. */
export const strykerPlugins = [{ kind: 'Checker', name: 'drawn', factory: () => new DrawnMutants() }];
