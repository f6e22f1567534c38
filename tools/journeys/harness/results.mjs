/** The table of results in the README of the journeys: the newest result of each. */
import { markdownTable, right } from '../../run/markdown-table.mjs';
import { rowsOf, writeResult } from '../../run/result.mjs';

const readme = new URL('../README.md', import.meta.url);

/**
 * Replaces the rows of the walked journeys, and removes those of journeys that no longer exist.
 *
 * @param {readonly { readonly name: string, readonly isPassed: boolean, readonly seconds: number }[]} results
 * @param {readonly import('./journey.mjs').Journey[]} journeys
 */
export function writeResults(results, journeys) {
  const rows = rowsOf(readme, 'results');
  const date = new Date().toISOString().slice(0, 10);
  for (const { name, isPassed, seconds } of results) {
    const about = journeys.find((journey) => journey.name === name)?.about ?? '';
    rows.set(`\`${name}\``, [`\`${name}\``, about, date, isPassed ? 'passed' : 'failed', String(seconds)]);
  }
  const lines = journeys.map(({ name }) => rows.get(`\`${name}\``) ?? [`\`${name}\``, '', '', 'not walked', '']);
  writeResult(
    readme,
    'results',
    markdownTable(['journey', 'what it does', 'date', 'result', ...right('seconds')], lines),
  );
}
