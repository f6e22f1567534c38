/** The table of results in the README of the journeys: the newest result of each. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const readme = join(import.meta.dirname, '..', 'README.md');
const [begin, end] = ['<!-- results: written by --write -->\n', '<!-- end of results -->'];

/**
 * @typedef {object} Result
 * @property {string} name
 * @property {boolean} isPassed
 * @property {number} seconds
 */

/**
 * Replaces the rows of the walked journeys, and removes those of journeys that no longer exist.
 *
 * @param {readonly Result[]} results
 * @param {readonly import('./journey.mjs').Journey[]} journeys
 */
export function writeResults(results, journeys) {
  const text = readFileSync(readme, 'utf8');
  const [before = '', rest = ''] = text.split(begin);
  const [table = '', after = ''] = rest.split(end);
  const rows = new Map([...table.matchAll(/^\| `(\S+)`.*$/gm)].map(([row, name = '']) => [name, row]));
  const date = new Date().toISOString().slice(0, 10);
  for (const { name, isPassed, seconds } of results) {
    const about = journeys.find((journey) => journey.name === name)?.about ?? '';
    rows.set(name, `| \`${name}\` | ${about} | ${date} | ${isPassed ? 'passed' : 'failed'} | ${seconds} |`);
  }
  const lines = journeys.flatMap(({ name }) => rows.get(name) ?? `| \`${name}\` | | | not walked | |`);
  const head = ['| journey | what it does | date | result | seconds |', '| --- | --- | --- | --- | ---: |'];
  writeFileSync(readme, `${before}${begin}\n${[...head, ...lines].join('\n')}\n\n${end}${after}`);
}
