// `node tools/run/cost.mjs [PROJECT...]`: the processor time of each project's tests, and of building all projects.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { usage } from './entry.mjs';
import { nxEnvironment, root } from './steps.mjs';

usage(`
Usage: node tools/run/cost.mjs [PROJECT...]

Prints the CPU seconds of npm test, of its builds and of the tests of each project, all processes together. They depend on
what else runs on the machine. PROJECT is a folder, such as packages/server; LADING_RUNS=full measures the full run.`);

const env = { ...process.env, ...nxEnvironment };
const workspaces = JSON.parse(spawnSync('npm', ['query', '.workspace'], { cwd: root, encoding: 'utf8' }).stdout);
const selectedFolders = process.argv.slice(2);

let total = 0;
if (selectedFolders.length === 0)
  measure('build', 'node_modules/.bin/nx run-many -t build --skip-nx-cache --outputStyle=static --parallel=2');
for (const { location } of workspaces) {
  const { scripts } = JSON.parse(readFileSync(join(root, location, 'package.json'), 'utf8'));
  if (scripts?.test !== undefined && (selectedFolders.length === 0 || selectedFolders.includes(location)))
    measure(location, 'npm run --silent test', location);
}
process.stdout.write(`${'all'.padEnd(32)}${total.toFixed(0).padStart(6)}\n`);

/** Runs a command in a folder and measures it; the shell sums up the time of all processes that it waited for. */
function measure(name, command, folder = '.') {
  const timed = `TIMEFORMAT='%U %S'; { time ${command} >/dev/null 2>&1; } 2>&1`;
  const { status, stdout } = spawnSync('bash', ['-c', timed], { cwd: join(root, folder), env, encoding: 'utf8' });
  const seconds = stdout
    .trim()
    .split(' ')
    .reduce((sum, part) => sum + Number(part), 0);
  total += seconds;
  process.stdout.write(`${name.padEnd(32)}${seconds.toFixed(1).padStart(6)}${status === 0 ? '' : '  FAILED'}\n`);
}
