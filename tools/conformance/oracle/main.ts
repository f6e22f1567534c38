// Runs the oracle: records both arms at each version, compares them, and reports the cells.

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDocument } from '../check/document.js';
import { options, readOptions, type Values } from './options.js';
import { differences, report, totals } from './report.js';
import { readDeviations, readRules } from './lists.js';
import { bundle } from './recorded/recorded-context.js';
import { runOracle } from './run.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
const data = join(root, 'tools/conformance/oracle');

export const command = {
  about:
    'Compares what a client gets through a bridge with what the same engine answers directly, at each API version. As root.',
  options,
  async run(values: Values, { progress }: { readonly progress: (line: string) => void }) {
    const given = readOptions(values);
    const folder = given.recordings ?? mkdtempSync(join(tmpdir(), 'lading-oracle-'));
    const rulesFile = join(data, 'normalise.yaml');
    const { engine, bridgedEngine } = given;
    // Two engines differ in more than a bridge can convert.
    const deviationsFile = join(
      data,
      engine === bridgedEngine ? 'deviations.yaml' : `deviations-${bridgedEngine}.yaml`,
    );
    const outcome = await runOracle(given, {
      folder,
      // An engine has every route at every version.
      document: given.operations === undefined ? await bundle(root, '1.44') : readDocument(given.operations),
      rules: readRules(readFileSync(rulesFile, 'utf8'), rulesFile),
      deviations: readDeviations(readFileSync(deviationsFile, 'utf8'), deviationsFile, engine),
      log: progress,
    });
    const command = ['oracle.mjs', ...process.argv.slice(2)]
      .join(' ')
      .replaceAll(root, relative(process.cwd(), root) || '.');
    const result = { engine, bridgedEngine, command, date: new Date().toISOString().slice(0, 10), ...outcome };
    if (given.out !== undefined) writeFileSync(given.out, report(result));
    const missing = given.versions.length - result.versions.length;
    const failed = result.cells.some(({ state }) => state === 'different' || state === 'missing');
    if (missing > 0)
      progress(`${missing} of ${given.versions.length} versions are not recorded; continue with the same --recordings`);
    else if (failed) progress(differences(result));
    const text = given.direct ? `The recordings are in ${folder}` : totals(result);
    return { text, json: result, failed, ...(missing > 0 && { exitCode: 3 }) };
  },
};
