/** Testcontainers on real engines through the bridge, which serves it another version than the engine is used with. */
import { execFile, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { listen } from '@lading/bridge';
import { connect } from '@lading/client';
import { expect, it } from 'vitest';
import { home } from '../tree-program.js';

/** The version of the engine that the bridge uses, and the one that it serves: 1.32 is that of Testcontainers for Java. */
const engines = [
  { engine: '26.1', as: '1.44', served: '1.32' },
  { engine: '20.10', as: '1.41', served: '1.44' },
];
const required = process.env['LADING_ENGINES_REQUIRED'] === '1';
const script = join(import.meta.dirname, '../testcontainers-script.mjs');
const shell = join(home, '20.10/bin/busybox');

for (const { engine, as, served } of engines) {
  const socket = join(home, engine, 'dk/docker.sock');
  const isReachable = existsSync(socket) && existsSync(shell);
  if (!isReachable && !required)
    console.warn(`SKIPPED: Testcontainers is not tested: there is no ${socket} or ${shell}`);

  it.skipIf(!isReachable && !required)(
    `an engine ${engine} at ${as}, for clients of ${served}`,
    { timeout: 240_000 },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'lading-testcontainers-'));
      const address = `unix://${join(folder, 'bridge.sock')}`;
      // Testcontainers names no version in paths: that is the newest one that is served.
      const serve = { oldest: served, newest: served };
      const bridge = await listen({ address, engine: `unix://${socket}`, as, serve });
      const client = await connect({ host: `unix://${socket}`, env: {} });
      const body = image(folder);
      for await (const _message of await client.image.create({
        fromSrc: '-',
        repo: 'testcontainers-shell',
        tag: '1',
        body,
      }));
      const run = async (DOCKER_HOST: string) => {
        const env = { ...process.env, DOCKER_HOST, TESTCONTAINERS_RYUK_DISABLED: 'true' };
        return (await promisify(execFile)(process.execPath, [script], { env })).stdout.trim().split('\n');
      };
      try {
        const lines = await run(address);
        expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
          ['ports', 'number', 'test'],
          ['exec', 3, 'copied before value\n'],
          ['copy', 'copied after'],
          ['logs', 'ready'],
          ['networks', true],
        ]);
        expect(await run(`unix://${socket}`)).toEqual(lines);
      } finally {
        await client.image.delete({ name: 'testcontainers-shell:1', force: true });
        await client.close();
        await bridge.close({ timeout: 0 });
        rmSync(folder, { recursive: true });
      }
    },
  );
}

/** Returns an archive with a shell and its commands. */
function image(folder: string): Buffer {
  const programs = join(folder, 'image/bin');
  mkdirSync(programs, { recursive: true });
  for (const program of ['sh', 'cat', 'sleep']) cpSync(shell, join(programs, program));
  return spawnSync('tar', ['-c', '-C', join(folder, 'image'), '.'], { maxBuffer: 2 ** 27 }).stdout;
}
