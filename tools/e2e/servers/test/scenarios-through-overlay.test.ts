/** Runs the conformance scenarios of one version on a real engine of the other, with the overlay in between. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen, type Listening } from '@lading/bridge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { neededEngine } from '../../../conformance/drivers/engine-tree.js';
import { ended, home } from '../command-line.js';

const pairs = [
  { client: '1.41', as: '1.44', ...neededEngine('26.1') },
  { client: '1.44', as: '1.41', ...neededEngine('20.10') },
];

describe.each(pairs)('version $client on engine $name$note', ({ client, name: engine, as, socket, isAvailable }) => {
  const folder = mkdtempSync(join(tmpdir(), 'lading-e2e-'));
  const own = join(folder, 'proxy.sock');
  let proxy: Listening;
  beforeAll(async () => {
    if (isAvailable) proxy = await listen({ address: `unix://${own}`, engine: `unix://${socket}`, as });
  });
  afterAll(async () => {
    await proxy?.close({ timeout: 0 });
    rmSync(folder, { recursive: true, force: true });
  });

  it.skipIf(!isAvailable)(
    'passes all scenarios except the known failures',
    async () => {
      const program = join(import.meta.dirname, '../../../conformance/scenarios/run.mjs');
      const knownFailures = `${client}-on-${engine}`;
      const words = ['--host', `unix://${own}`, '--api', client, '--known-failures', knownFailures];
      const image = ['--busybox', join(home, '20.10', 'bin', 'busybox')];
      const { code, stdout, stderr } = await ended(process.execPath, [program, ...words, ...image], {
        timeout: 280_000,
      });
      const failed = stdout.split('\n').filter((line) => /^[✗!]/.test(line));
      expect({ code, failed, stderr }).toEqual({ code: 0, failed: [], stderr: '' });
    },
    300_000,
  );
});
