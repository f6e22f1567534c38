/**
 * Runs a smoke test of the built clients with several releases of Node, from their packages and from bundles:
 * matrix.mjs [PATH OF A NODE…]
 *
 * Without arguments: the Node that runs this, and the releases that `tools/run/installs/runtimes` names.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { usage } from '../../run/entry.mjs';
import { bundles } from './bundles.mjs';
import { installRuntimes } from './runtimes/install.mjs';

usage(`
Usage: node tools/e2e/clients/matrix.mjs [PATH OF A NODE...]

Runs a smoke test of the built clients with several releases of Node, from their packages and from bundles. Without
arguments: the Node that runs this, and the releases that tools/run/installs/runtimes names.`);

const { nodes } = installRuntimes();
const given = process.argv.slice(2);
const programs = given.length > 0 ? given : [process.execPath, ...nodes];
const home = process.env.LADING_ENGINES ?? '/var/tmp/lading-engines';
const required = process.env.LADING_ENGINES_REQUIRED === '1';
const engines = [
  { engine: '20.10', version: '1.41' },
  { engine: '26.1', version: '1.44' },
].map((each) => ({ ...each, socket: join(home, each.engine, 'dk/docker.sock') }));

const { folder, smoke, oneCall } = await bundles();
try {
  for (const { engine, version, socket } of engines) {
    if (!existsSync(socket)) {
      const message = `there is no ${socket}; start engine ${engine} first`;
      if (required) fail(message);
      else console.warn(`SKIPPED: ${message}`);
      continue;
    }
    const host = `unix://${socket}`;
    for (const program of programs) {
      const [module, script] = ['smoke.mjs', 'smoke.cjs'].map((name) => join(import.meta.dirname, name));
      run(program, module, version, host);
      run(program, script, version, host);
      run(program, smoke, version, host);
      run(program, oneCall, host);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(program, ...args) {
  const { status, error } = spawnSync(program, args, { stdio: 'inherit', timeout: 60_000 });
  if (status !== 0) fail(`${[program, ...args].join(' ')}: ${error?.message ?? `status ${status}`}`);
}

function fail(message) {
  console.error(`FAILED: ${message}`);
  process.exitCode = 1;
}
