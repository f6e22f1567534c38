/**
 * Runs a smoke of the built clients with several releases of Node: matrix.mjs [PATH OF A NODE…]
 *
 * Without arguments: the Node that runs this, and those of the packages `node22` and `node24`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const installed = ['node22', 'node24'].map((name) => join(root, 'node_modules', name, 'bin', 'node'));
const given = process.argv.slice(2);
const programs = given.length > 0 ? given : [process.execPath, ...installed];
const home = process.env.LADING_ENGINES ?? '/var/tmp/lading-engines';
const required = process.env.LADING_ENGINES_REQUIRED === '1';

for (const program of programs) {
  if (!existsSync(program)) fail(`${program} is not there; install the workspace's dependencies`);
  for (const [engine, version] of [
    ['20.10', '1.41'],
    ['26.1', '1.44'],
  ]) {
    const socket = join(home, engine, 'dk/docker.sock');
    if (!existsSync(socket)) {
      const message = `there is no ${socket}; start engine ${engine} first`;
      if (required) fail(message);
      else console.warn(`SKIPPED: ${message}`);
      continue;
    }
    const smoke = join(import.meta.dirname, 'smoke.mjs');
    const { status } = spawnSync(program, [smoke, version, `unix://${socket}`], { stdio: 'inherit', timeout: 60_000 });
    if (status !== 0) fail(`client ${version} on engine ${engine} under ${program}: status ${status}`);
  }
}

function fail(message) {
  console.error(`FAILED: ${message}`);
  process.exitCode = 1;
}
