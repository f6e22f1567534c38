/** Runs a smoke test of the built clients in Node, Bun and Deno, with the reference engine: runtimes.mjs [COMMAND…] */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usage } from '../../run/entry.mjs';
import { installRuntimes } from './runtimes/install.mjs';

usage(`
Usage: node tools/e2e/clients/runtimes.mjs [COMMAND...]

Runs a smoke test of the built clients with the reference engine, in each runtime: "node", "bun", "deno run -A". Without
arguments: the Node that runs this, and the runtimes that tools/run/installs/runtimes names.`);

const runtimes = join(import.meta.dirname, 'runtimes');
const given = process.argv.slice(2).map((command) => command.split(' '));
const commands = given.length > 0 ? given : [[process.execPath], ...installed()];
const folder = mkdtempSync(join(tmpdir(), 'lading-runtimes-'));
const host = `unix://${join(folder, 'engine.sock')}`;
const launcher = join(import.meta.dirname, '../../../packages/engine/bin/lading-engine.mjs');
const engine = spawn(process.execPath, [launcher, '--host', host, '--image', 'alpine'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
try {
  await once(engine.stdout, 'data');
  for (const [program, ...options] of commands) {
    const words = [...options, join(runtimes, 'smoke.mjs'), host];
    const { status, error } = spawnSync(program, words, { stdio: 'inherit', timeout: 120_000 });
    if (status === 0) continue;
    console.error(`FAILED: ${program}: ${error?.message ?? `status ${status}`}`);
    process.exitCode = 1;
  }
} finally {
  engine.kill();
  rmSync(folder, { recursive: true, force: true });
}

/** The commands of the other runtimes, which are installed when they are first needed. */
function installed() {
  const { nodes, bun, deno } = installRuntimes();
  return [...nodes.map((node) => [node]), [bun], [deno, 'run', '-A']];
}
