// Runs StrykerJS, which is installed into `peers`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environmentWith, keyOf, onOneLine, selects } from './drawn-mutants.mjs';
import { values } from './options.mjs';
import { engine } from './source-files.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const peers = join(here, 'peers');
const stryker = join(peers, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const cache = values.results;
/** Installs StrykerJS, unless it is there. */
export function installStryker() {
  if (existsSync(stryker)) return;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', args, { cwd: peers, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm ci in ${peers} ended with ${status}`);
}

/**
 * @param {string[]} testFiles patterns; none for all
 * @param {string[]} mutate files
 * @param {import('./drawn-mutants.mjs').Selection} selection of their mutants
 * @returns {Record<string, import('./results.mjs').Mutant[]>} by the path of the file
 */
export function runStryker(testFiles, mutate, selection) {
  const fileName = join(cache, 'stryker-report.json');
  const settings = join(cache, 'stryker.config.json');
  mkdirSync(cache, { recursive: true });
  const selectionFile = join(cache, 'selection.json');
  writeFileSync(selectionFile, JSON.stringify(selection));
  rmSync(fileName, { force: true });
  writeFileSync(
    settings,
    JSON.stringify({
      mutate,
      // What a test cannot see is no fault: the exact words of most messages.
      mutator: { excludedMutations: ['StringLiteral'] },
      testRunner: 'vitest',
      checkers: ['drawn'],
      plugins: [
        join(peers, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js'),
        join(here, 'drawn-mutants.mjs'),
      ],
      vitest: { configFile: join(here, 'vitest.config.mjs'), related: false },
      testFiles,
      coverageAnalysis: 'perTest',
      // A constant of a module is set before the first test: to notice its change takes all tests in a new process, for each.
      ignoreStatic: true,
      concurrency: 1,
      // On a busy machine, too: a test has a timeout of its own, and a mutant that is reached too often ends at once.
      timeoutMS: 300_000,
      dryRunTimeoutMinutes: 60,
      tempDirName: '.lading/mutation',
      cleanTempDir: 'always',
      ignorePatterns: ['docs', 'README.md', '.lading', 'tsconfig*.json'],
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName },
    }),
  );
  spawnSync(process.execPath, [stryker, 'run', settings], {
    cwd: engine,
    env: environmentWith(selectionFile),
    stdio: ['ignore', process.stderr, 'inherit'],
  });
  if (!existsSync(fileName)) throw new Error('StrykerJS wrote no report. Do the tests of packages/engine pass?');
  const { files } = JSON.parse(readFileSync(fileName, 'utf8'));
  // Mutants that no test reaches do not come to the checker.
  const isSelected = selects(selection);
  const measuredOf = (path, mutants) =>
    mutants
      .filter(isMeasured)
      .map(mutantOf)
      .filter((mutant) => isSelected(keyOf(path, mutant)));
  return Object.fromEntries(Object.entries(files).map(([path, { mutants }]) => [path, measuredOf(path, mutants)]));
}

function isMeasured({ status }) {
  return ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status);
}

/** @returns {import('./results.mjs').Mutant} */
function mutantOf({ status, location: { start, end }, replacement = '' }) {
  return { status, start, end, replacement: onOneLine(replacement) };
}
