// What was measured, in a file: a run that is interrupted continues where it was.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keyOf } from './drawn-mutants.mjs';
import { values } from './options.mjs';

const fileName = join(values.results, 'results.json');

/**
 * @typedef {object} Mutant
 * @property {{ line: number, column: number }} start
 * @property {{ line: number, column: number }} end
 * @property {string} replacement
 * @property {'Killed' | 'Timeout' | 'Survived' | 'NoCoverage'} status
 */

/**
 * @typedef {object} FileResult
 * @property {string} hash of the text of the file
 * @property {string} date
 * @property {{ oneOf: number, seed: string } | undefined} drawn the sample of the mutants; absent: all of them
 * @property {Mutant[]} mutants
 */

/** @returns {Record<string, FileResult>} by the path of the file */
export function readResults() {
  try {
    return JSON.parse(readFileSync(fileName, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return {};
    throw error;
  }
}

/** @param {Record<string, FileResult>} results */
export function writeResults(results) {
  mkdirSync(dirname(fileName), { recursive: true });
  writeFileSync(`${fileName}.new`, JSON.stringify(results));
  renameSync(`${fileName}.new`, fileName);
}

export const isNoticed = ({ status }) => status === 'Killed' || status === 'Timeout';

/** @param {readonly Mutant[]} earlier @param {readonly Mutant[]} measured @returns {Mutant[]} */
export function mergedMutants(earlier, measured) {
  return [...new Map([...earlier, ...measured].map((mutant) => [keyOf('', mutant), mutant])).values()];
}
