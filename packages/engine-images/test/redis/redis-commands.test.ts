/** Replies of the server to commands, compared byte by byte with those of Redis 7.0.15, which `real.json` has. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openScene } from '../scene.js';
import { commandLines, repliesOf } from './replies.js';

const recording = join(import.meta.dirname, 'real.json');
/** The port of a real server without keys, to record its replies. */
const realPort = process.env['LADING_REAL_REDIS'];

test.skipIf(realPort === undefined)('a real server is recorded', async () => {
  const real = { 2: await repliesOf(Number(realPort), 2), 3: await repliesOf(Number(realPort), 3) };
  writeFileSync(recording, `${JSON.stringify(real, undefined, 1)}\n`);
});

/** Redis 7.0 writes numbers with 17 digits; later ones with as many as are needed. */
const different: readonly string[] = ['zrange z3 0 -1 withscores', 'zscan z3 0'];

test.each([2, 3])('replies of version %i of the protocol', async (protocol) => {
  const real = (JSON.parse(readFileSync(recording, 'utf8')) as Record<string, string[]>)[protocol] ?? [];
  const { run } = await openScene();
  const redis = await run('redis:7.0.15');
  await redis.waitForLog('Ready to accept connections');
  const replies = await repliesOf(redis.port, protocol);
  const shown = (all: readonly string[]) =>
    commandLines.flatMap((line, index) => (different.includes(line) ? [] : [`${line} → ${all[index]}`]));
  expect(real.length).toBe(commandLines.length);
  expect(shown(replies)).toEqual(shown(real));
});
