/** How long containers take from their start to the line for which tests wait. The shortest of several counts: the machine may be busy. */
import { PGlite } from '@electric-sql/pglite';
import { expect, test } from 'vitest';
import { openScene, type Scene } from './scene.js';

async function startToReady({ run }: Scene, image: string, line: string, times: number, Env: string[] = []) {
  const before = performance.now();
  const container = await run(image, { Env });
  await container.waitForLog(line, times);
  const time = performance.now() - before;
  await container.remove();
  return time;
}

test.each([
  ['nginx', 'start worker process'],
  ['httpd', 'resuming normal operations'],
  ['traefik/whoami', 'Starting up on port'],
  ['redis', 'Ready to accept'],
  ['valkey/valkey', 'Ready to accept'],
  ['registry', 'listening on'],
])('%s is ready within 100 ms', async (image, line) => {
  const scene = await openScene();
  const times: number[] = [];
  for (let round = 0; round < 7; round += 1) times.push(await startToReady(scene, image, line, 1));
  expect(Math.min(...times)).toBeLessThan(100);
});

test('postgres is ready within twice the time in which PGlite opens', { timeout: 300_000 }, async () => {
  const scene = await openScene();
  const [alone, container]: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round += 1) {
    const before = performance.now();
    const database = await PGlite.create();
    await database.query('SELECT 1');
    alone.push(performance.now() - before);
    await database.close();
    const line = 'database system is ready to accept connections';
    container.push(await startToReady(scene, 'postgres:17', line, 2, ['POSTGRES_PASSWORD=secret']));
  }
  expect(Math.min(...container) / Math.min(...alone)).toBeLessThan(2);
});
