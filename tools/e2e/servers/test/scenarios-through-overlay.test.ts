/** Runs the conformance scenarios of one version on a real engine of the other, with the overlay in between. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen, type Listening } from '@lading/bridge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isReachable } from '../../../conformance/drivers/engine-tree.js';
import { ended, home } from '../command-line.js';

const required = process.env['LADING_ENGINES_REQUIRED'] === '1';
const pairs = [
  { client: '1.41', engine: '26.1', as: '1.44' },
  { client: '1.44', engine: '20.10', as: '1.41' },
];

const engines = pairs.map((pair) => {
  const socket = join(home, pair.engine, 'dk', 'docker.sock');
  const isRun = required || isReachable(socket);
  return { ...pair, socket, isRun, note: isRun ? '' : `(SKIPPED: no engine responds on ${socket})` };
});

describe.each(engines)('version $client on engine $engine $note', ({ client, engine, as, socket, isRun }) => {
  const folder = mkdtempSync(join(tmpdir(), 'lading-e2e-'));
  const own = join(folder, 'proxy.sock');
  let proxy: Listening;
  beforeAll(async () => {
    if (isRun) proxy = await listen({ address: `unix://${own}`, engine: `unix://${socket}`, as });
  });
  afterAll(async () => {
    await proxy?.close({ timeout: 0 });
    rmSync(folder, { recursive: true, force: true });
  });

  it.skipIf(!isRun)(
    'passes all scenarios except the known failures',
    async () => {
      const program = join(import.meta.dirname, '../../../conformance/scenarios/run.mjs');
      const knownFailures = `${client}-on-${engine}`;
      const words = ['--host', `unix://${own}`, '--api', client, '--known-failures', knownFailures];
      const image = ['--busybox', join(home, '20.10', 'bin', 'busybox')];
      const { code, stdout, stderr } = await ended(spawn(process.execPath, [program, ...words, ...image]), '', 280_000);
      const failed = stdout.split('\n').filter((line) => /^[✗!]/.test(line));
      expect({ code, failed, stderr }).toEqual({ code: 0, failed: [], stderr: '' });
    },
    300_000,
  );
});
