/** Tests on which socket files the bridge listens. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { listen, type Listening } from '../src/index.js';

let folder = '';
let path = '';
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, 'bridge.sock');
});
async function open(): Promise<Listening> {
  const server = await listen({ address: `unix://${path}`, engine: 'unix:///none', as: '1.44' });
  onTestFinished(() => server.close());
  return server;
}

it('replaces one that a killed process left, and no other', async () => {
  const script = `require('node:http').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
  expect(spawnSync(process.execPath, ['-e', script]).signal).toBe('SIGKILL');
  expect((await open()).address).toBe(`unix://${path}`);
  await expect(open()).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

it('leaves other files alone', async () => {
  writeFileSync(path, 'text');
  await expect(open()).rejects.toMatchObject({ code: 'EADDRINUSE' });
  expect(readFileSync(path, 'utf8')).toBe('text');
});
