// Runs the oracle: records both arms at each version, compares them, and reports the cells.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readDocument } from '../check/document.js';
import { readDeviations } from './deviations.js';
import { readOptions, usage } from './options.js';
import { differences, report, totals } from './report.js';
import { readRules } from './rules.js';
import { runOracle } from './run.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../../..');
const data = join(root, 'tools/conformance/oracle');

const options = readOptions(process.argv.slice(2));
if (options === 'help') process.stdout.write(usage);
else {
  const temporary = mkdtempSync(join(tmpdir(), 'lading-oracle-'));
  const documentFile = options.operations ?? bundled(join(temporary, 'operations.yaml'));
  const rulesFile = join(data, 'normalise.yaml');
  const { engine, bridgedEngine } = options;
  // Two engines differ in more than a bridge can convert.
  const deviationsFile = join(data, engine === bridgedEngine ? 'deviations.yaml' : `deviations-${bridgedEngine}.yaml`);
  const outcome = await runOracle(options, {
    folder: options.recordings ?? temporary,
    document: readDocument(documentFile),
    rules: readRules(readFileSync(rulesFile, 'utf8'), rulesFile),
    deviations: readDeviations(readFileSync(deviationsFile, 'utf8'), deviationsFile, engine),
    log: (line) => process.stderr.write(`${line}\n`),
  });
  const command = ['oracle.mjs', ...process.argv.slice(2)]
    .join(' ')
    .replaceAll(root, relative(process.cwd(), root) || '.');
  const result = { engine, bridgedEngine, command, date: new Date().toISOString().slice(0, 10), ...outcome };
  if (options.out !== undefined) writeFileSync(options.out, report(result));
  process.stdout.write(options.json ? `${JSON.stringify(result, undefined, 1)}\n` : `${totals(result)}\n`);
  const missing = options.versions.length - result.versions.length;
  if (missing > 0) {
    process.stderr.write(
      `${missing} of ${options.versions.length} versions are not recorded; continue with the same --recordings\n`,
    );
    process.exitCode = 3;
  } else if (result.cells.some(({ state }) => state === 'different' || state === 'missing')) {
    process.stderr.write(`${differences(result)}\n`);
    process.exitCode = 1;
  }
}

/** The document of the newest version that is generated: an engine has every route at every version. */
function bundled(file: string): string {
  const text = execFileSync(process.execPath, [join(root, 'generators/cli/lading.mjs'), 'bundle', '1.44'], {
    cwd: root,
    maxBuffer: 2 ** 28,
  });
  writeFileSync(file, text);
  return file;
}
