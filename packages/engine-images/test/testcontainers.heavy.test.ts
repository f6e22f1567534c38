/** Testcontainers for Node with the images. It is a process of its own, since it keeps one engine. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openScene } from './scene.js';

async function linesOf(images: string): Promise<unknown[]> {
  const { engine } = await openScene();
  // In a container, Testcontainers would ask the gateway of the machine.
  const env = { ...process.env, TESTCONTAINERS_HOST_OVERRIDE: '127.0.0.1', DOCKER_HOST: engine.address };
  const script = join(import.meta.dirname, 'testcontainers-script.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, images], { env });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

test('web servers and a registry start, serve, restart and stop', { timeout: 120_000 }, async () => {
  expect(await linesOf('web')).toEqual([
    ['nginx:1.29', 200, 200, true],
    ['httpd:2.4', 200, 200, true],
    ['traefik/whoami', 200, 200, true],
    ['copied', 'copied'],
    ['built', 'Name: built'],
    ['registry', 200],
  ]);
});

test('the module of Redis, Valkey and socat', { timeout: 120_000 }, async () => {
  expect(await linesOf('redis')).toEqual([
    ['redis', '1', '1\n'],
    ['restarted', '1'],
    ['valkey', '1\n'],
    ['socat', '1'],
  ]);
});

test('the module of PostgreSQL', { timeout: 500_000 }, async () => {
  expect(await linesOf('postgres')).toEqual([
    ['postgres', [{ sum: 3 }]],
    ['restarted', [{ count: 2 }]],
  ]);
});
