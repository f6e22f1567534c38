/** Replies of the server to commands, compared byte by byte with those of Redis 7.0.15, which `real.json` has. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
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

test('clients see what others wait for and subscribe to', async () => {
  const { run } = await openScene();
  const redis = await run('redis:7.0.15');
  await redis.waitForLog('Ready to accept connections');
  const client = () => {
    const socket = connect({ port: redis.port, host: '127.0.0.1' });
    const state = { text: '' };
    socket.on('data', (data) => (state.text += data.toString()));
    onTestFinished(() => void socket.destroy());
    const send = async (line: string, expected: RegExp): Promise<void> => {
      state.text = '';
      socket.write(`${line}\r\n`);
      await expect.poll(() => state.text).toMatch(expected);
    };
    return { send, state };
  };
  const [one, other] = [client(), client()];
  await one.send('client id', /:(\d+)/);
  const id = one.state.text.slice(1).trim();
  await one.send('ssubscribe shard', /ssubscribe/);
  await one.send('subscribe channel', /:1\r\n$/);
  await other.send('client list', new RegExp(`id=${id} .* flags=P .* sub=1 psub=0 ssub=1 .* cmd=subscribe `));
  await other.send('publish shard to-none', /:0/);
  await other.send('spublish channel to-none', /:0/);
  await other.send('spublish shard to-one', /:1/);
  await expect.poll(() => one.state.text).toMatch(/smessage\r\n\$5\r\nshard\r\n\$6\r\nto-one/);
  await other.send('pubsub shardchannels', /shard/);
  await one.send('unsubscribe channel', /unsubscribe[^]*:0/);
  await one.send('get a', /ERR Can't execute 'get'/);
  await one.send('sunsubscribe', /sunsubscribe[^]*:0/);
  one.state.text = '';
  void one.send('blpop none 0', /-1|_/);
  await expect
    .poll(async () => {
      await other.send('client list', /cmd=client\|list/);
      return other.state.text;
    })
    .toMatch(new RegExp(`id=${id} .* flags=b .* cmd=blpop `));
  await other.send(`client unblock ${id}`, /:1/);
});
