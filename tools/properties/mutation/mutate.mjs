// Measures how many faults in the reference engine's swarm its tests notice: in all of it, in named files, or in a sample.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string', default: '1' }, seed: { type: 'string', default: '1' } },
});
const here = fileURLToPath(new URL('.', import.meta.url));
const engine = fileURLToPath(new URL('../../../packages/engine', import.meta.url));
const peers = join(here, 'peers');
const stryker = join(peers, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const cache = join(peers, 'node_modules/.cache');
/** The lines of a part of a file; a sample consists of whole parts. */
const partSize = 15;

/** Installs StrykerJS, unless it is there. */
function install() {
  if (existsSync(stryker)) return;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', args, { cwd: peers, stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm ci in ${peers} ended with ${status}`);
}

/** @returns the same numbers from 0 to 1 for the same seed */
function* randomNumbers(seed) {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

/** Returns the files, or parts of them, in the form of StrykerJS: `src/a.ts:1-15`. */
function selected() {
  const folder = 'src/swarm';
  const files = readdirSync(join(engine, folder))
    .filter((file) => file.endsWith('.ts') && (positionals.length === 0 || positionals.includes(basename(file, '.ts'))))
    .map((file) => join(folder, file));
  const oneOf = Number(values.sample);
  if (oneOf === 1) return files;
  const numbers = randomNumbers(Number(values.seed));
  return files.flatMap((file) => {
    const lines = readFileSync(join(engine, file), 'utf8').split('\n').length;
    const starts = Array.from({ length: Math.ceil(lines / partSize) }, (_part, index) => index * partSize + 1);
    return starts
      .filter(() => numbers.next().value < 1 / oneOf)
      .map((start) => `${file}:${start}-${start + partSize - 1}`);
  });
}

/** @param {string[]} mutate @returns the mutants by file */
function measure(mutate) {
  const fileName = join(cache, 'mutation.json');
  const settings = join(cache, 'mutation.config.json');
  mkdirSync(cache, { recursive: true });
  rmSync(fileName, { force: true });
  writeFileSync(
    settings,
    JSON.stringify({
      mutate,
      // What a test cannot see is no fault: the exact words of most messages.
      mutator: { excludedMutations: ['StringLiteral'] },
      testRunner: 'vitest',
      plugins: [join(peers, 'node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
      vitest: { configFile: join(here, 'vitest.config.mjs') },
      coverageAnalysis: 'perTest',
      concurrency: 1,
      timeoutMS: 20_000,
      tempDirName: '.lading/mutation',
      cleanTempDir: 'always',
      ignorePatterns: ['dist', 'docs', 'README.md', '.lading', 'tsconfig*.json'],
      reporters: ['json'],
      jsonReporter: { fileName },
    }),
  );
  spawnSync(process.execPath, [stryker, 'run', settings], { cwd: engine, stdio: ['ignore', 'ignore', 'inherit'] });
  if (!existsSync(fileName)) throw new Error('StrykerJS wrote no report');
  return Object.entries(JSON.parse(readFileSync(fileName, 'utf8')).files);
}

install();
let [detected, total] = [0, 0];
for (const [file, { mutants }] of measure(selected())) {
  const noticed = mutants.filter(({ status }) => ['Killed', 'Timeout'].includes(status));
  const missed = mutants.filter(({ status }) => ['Survived', 'NoCoverage'].includes(status));
  detected += noticed.length;
  total += noticed.length + missed.length;
  console.log(`${file}: ${noticed.length} of ${noticed.length + missed.length}`);
  for (const { status, location, replacement } of missed) {
    const { line, column } = location.start;
    console.log(`  ${line}:${column} ${status}: ${String(replacement).replaceAll(/\s+/g, ' ').slice(0, 100)}`);
  }
}
console.log(`noticed: ${detected} of ${total} (${((100 * detected) / Math.max(1, total)).toFixed(1)} %)`);
