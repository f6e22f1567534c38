// Runs the tests of the engine with faults in its sources.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keyOf, selects } from './drawn-mutants.mjs';
import { instrument } from './instrument.mjs';
import { values } from './options.mjs';
import { engine } from './source-files.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const folder = join(engine, '.lading/mutation');
const log = join(values.results, 'run.jsonl');
const run = join(values.results, 'run.json');
/** A fault that keeps a test this long in one place makes it run forever, even on a busy machine. In seconds. */
const longest = 240;

/**
 * @param {string[]} paths of files
 * @param {import('./drawn-mutants.mjs').Selection} selection of their mutants
 * @returns {Promise<Record<string, import('./results.mjs').Mutant[]>>} by the path of the file
 */
export async function runMutants(paths, selection) {
  const isSelected = selects(selection);
  const all = await instrument(engine, folder, paths);
  const wanted = new Map(all.filter((mutant) => isSelected(keyOf(mutant.path, mutant))).map((each) => [each.id, each]));
  mkdirSync(values.results, { recursive: true });
  writeFileSync(log, '');
  const endless = new Set();
  for (;;) {
    const { noticed, files, trial } = readLog();
    const open = [...wanted.keys()].filter((id) => !noticed.has(id) && !endless.has(id));
    console.error(`${new Date().toISOString()} ${wanted.size} faults, ${noticed.size + endless.size} noticed`);
    if (open.length === 0) break;
    writeFileSync(run, JSON.stringify({ wanted: open, log, files: [...files] }));
    if (await runTests()) break;
    const { trial: last } = readLog();
    if (last === undefined || last === trial) throw new Error('The tests of packages/engine do not run');
    endless.add(last);
  }
  const { noticed, reached, statics } = readLog();
  const byPath = Object.fromEntries(paths.map((path) => [path, []]));
  for (const { id, path, ...mutant } of wanted.values()) {
    const isNoticed = noticed.has(id);
    if (!isNoticed && !endless.has(id) && !reached.has(id) && statics.has(id)) continue;
    const status = isNoticed ? 'Killed' : endless.has(id) ? 'Timeout' : reached.has(id) ? 'Survived' : 'NoCoverage';
    byPath[path].push({ status, ...mutant });
  }
  return byPath;
}

/** @returns {Promise<boolean>} whether all tests have run; otherwise one ran for too long */
function runTests() {
  const words = ['vitest', 'run', '--config', join(here, 'vitest.config.mjs'), '--root', folder, '--reporter=dot'];
  const child = spawn('npx', words, {
    cwd: folder,
    env: { ...process.env, LADING_MUTATION_RUN: run, NODE_ENV: 'test' },
    stdio: ['ignore', process.stderr, process.stderr],
    detached: true,
  });
  return new Promise((resolve) => {
    let [size, since] = [0, Date.now()];
    const watch = setInterval(() => {
      const now = statSync(log).size;
      if (now !== size) [size, since] = [now, Date.now()];
      if (Date.now() - since > longest * 1000) process.kill(-(child.pid ?? 0), 'SIGKILL');
    }, 5000);
    child.once('exit', (_code, signal) => {
      clearInterval(watch);
      resolve(signal === null);
    });
  });
}

/** Reads what the runner has written. */
function readLog() {
  const result = { noticed: new Set(), files: new Set(), reached: new Set(), statics: new Set(), trial: undefined };
  for (const line of readFileSync(log, 'utf8').split('\n').filter(Boolean)) {
    const { noticed, file, reached = [], statics = [], trial } = JSON.parse(line);
    if (noticed !== undefined) result.noticed.add(noticed);
    if (file !== undefined) result.files.add(file);
    for (const id of reached) result.reached.add(id);
    for (const id of statics) result.statics.add(id);
    if (trial !== undefined) {
      result.trial = trial;
      result.reached.add(trial);
    }
  }
  return result;
}
