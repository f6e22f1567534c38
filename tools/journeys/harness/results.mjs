/** The table of results in the README of the journeys: the newest result of each. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { markdownTable } from '../../run/markdown-table.mjs';

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
  const rows = new Map(
    [...table.matchAll(/^\| (`(\S+)`.*) \|$/gm)].map(([, row = '', name = '']) => [name, row.split(' | ')]),
  );
  const date = new Date().toISOString().slice(0, 10);
  for (const { name, isPassed, seconds } of results) {
    const about = journeys.find((journey) => journey.name === name)?.about ?? '';
    rows.set(name, [`\`${name}\``, about, date, isPassed ? 'passed' : 'failed', String(seconds)]);
  }
  const lines = journeys.map(({ name }) => rows.get(name) ?? [`\`${name}\``, '', '', 'not walked', '']);
  const titles = ['journey', 'what it does', 'date', 'result'].map((title) => ({ title }));
  const written = markdownTable([...titles, { title: 'seconds', align: 'right' }], lines);
  writeFileSync(readme, `${before}${begin}\n${written}\n\n${end}${after}`);
}
