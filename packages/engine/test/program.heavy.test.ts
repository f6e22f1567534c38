/** The command `lading-engine`. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@lading/client';
import { afterAll, beforeAll, expect, it } from 'vitest';

const command = join(import.meta.dirname, '../bin/lading-engine.mjs');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-engine-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the command until it prints a line or ends. */
function run(...words: readonly string[]) {
  const env = { ...process.env, XDG_CACHE_HOME: folder };
  const child = spawn(process.execPath, [command, ...words], { stdio: ['ignore', 'pipe', 'pipe'], env });
  let output = '';
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ready = new Promise<void>((resolve) => {
    const onData = (data: Buffer): void => {
      output += data.toString();
      if (output.includes('\n')) resolve();
    };
    child.stdout.on('data', onData);
    child.stderr.on('data', onData);
    void exit.then(() => resolve());
  });
  return { child, exit, ready, output: () => output };
}

it('serves what the seed has, and ends on SIGTERM whatever runs', async () => {
  const seed = join(folder, 'seed.json');
  const socket = join(folder, 's');
  const containers = [{ name: 'web', start: true, Image: 'alpine', Cmd: ['sleep', 'infinity'] }];
  writeFileSync(seed, JSON.stringify({ images: ['alpine'], networks: [{ Name: 'back' }], volumes: [{ Name: 'data' }], containers })); // prettier-ignore
  const { child, exit, ready, output } = run('--host', `unix://${socket}`, '--seed', seed, '--no-ports', '--log');
  await ready;
  expect(output()).toBe(`listening on unix://${socket}\n`);
  const client = await connect({ host: `unix://${socket}`, version: '1.44' });
  expect(await client.container.list()).toMatchObject([{ Names: ['/web'], State: 'running' }]);
  expect((await client.volume.list()).Volumes).toMatchObject([{ Name: 'data' }]);
  await client.network.inspect({ id: 'back' });
  const waiting = client.container.wait({ id: 'web' }).catch(() => undefined);
  child.kill('SIGTERM');
  expect(await exit).toBe(0);
  expect(existsSync(socket)).toBe(false);
  await waiting;
  await client.close();
});

it.each([
  [['--host', 'nowhere'], 2, 'lading-engine: host "nowhere": pass unix:///path/of/a/socket or tcp://127.0.0.1:2375\n'],
  [['--seed', '/none.json'], 2, 'lading-engine: --seed /none.json: it cannot be read: ENOENT\n'],
  [['--host', 'unix:///none/socket'], 1, expect.stringContaining('/none/socket') as string],
])('%j ends with %d', async (words, code, message) => {
  const { exit, output } = run(...words);
  expect(await exit).toBe(code);
  expect(output()).toEqual(message);
});

it('explains itself', async () => {
  const { exit, output } = run('--help');
  expect(await exit).toBe(0);
  expect(output()).toContain('Examples:\n  lading-engine --host');
});

it.runIf('enableCompileCache' in module)('keeps what Node compiles in the cache of the user', async () => {
  expect(await run('--help').exit).toBe(0);
  expect(readdirSync(join(folder, 'lading-engine'))).toHaveLength(1);
});
