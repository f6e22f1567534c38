/**
 * Limits of pipelining: requests of one connection are processed one at a time, and the number of waiting requests is
 * limited.
 */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { createEngineServer, type EngineServer, type Limits } from '../../src/index.js';
import { contract } from '../conformance/contract.js';
import { socketPath } from '../conformance/hosts.js';
import { ask, connect, type Target } from '../conformance/target.js';

const large = [{ Id: 'x'.repeat(1_000_000), Names: null, Labels: {} }];
const list = 'GET /containers/json HTTP/1.1\r\nHost: x\r\n\r\n';
let server: EngineServer;
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server.close({ timeout: 0 });
});

async function open(limits: Partial<Limits>): Promise<{ readonly target: Target; readonly calls: () => number }> {
  let calls = 0;
  server = createEngineServer(
    contract,
    { container: { list: () => ((calls += 1), large), inspect: () => ({ Id: 'a' }) } },
    { limits, onError: () => undefined },
  );
  const path = await socketPath();
  const { close } = await server.listen({ path });
  return { target: { path, close }, calls: () => calls };
}

function attack(target: Target, bytes: string): Socket {
  const socket = connect(target);
  socket.on('error', () => undefined).once('end', () => socket.end());
  socket.pause();
  socket.write(bytes);
  sockets.push(socket);
  return socket;
}

it('starts a request when the responses before it have been sent', async () => {
  const { target, calls } = await open({});
  for (let count = 0; count < 20; count += 1) attack(target, list.repeat(500));
  await sleep(500);
  // The first responses fill the connections. Nobody reads them, so that no further requests are started.
  expect(calls()).toBeLessThanOrEqual(40);
  expect((await ask(target, '/containers/a/json')).status).toBe(200);
});

it.each([
  ['of one connection', { pipelined: 10 }],
  ['of all connections', { pipelinedInAll: 10 }],
])('closes a connection with more waiting requests than the limit %s', async (_, limits) => {
  const { target } = await open(limits);
  const over = once(attack(target, list.repeat(50)).resume(), 'close');
  await over;
  expect((await ask(target, '/containers/a/json')).status).toBe(200);
});

it('reads a few requests of each connection at a time, however many arrive at once', async () => {
  const { target, calls } = await open({ pipelinedInAll: 200 });
  const attackers = Array.from({ length: 8 }, () => attack(target, list.repeat(1000)));
  await sleep(300);
  // One that had more waiting requests than allowed would have been closed.
  expect(attackers.filter(({ closed, readableEnded }) => closed || readableEnded)).toHaveLength(0);
  for (const socket of attackers) expect(socket.destroyed).toBe(false);
  expect((await ask(target, '/containers/a/json')).status).toBe(200);
  let received = 0;
  for (const socket of attackers) {
    socket.on('data', (chunk: Buffer) => (received += chunk.length)).resume();
  }
  for (let tries = 0; tries < 300 && received < 20_000_000; tries += 1) await sleep(10);
  expect(received).toBeGreaterThan(20_000_000);
  expect(calls()).toBeGreaterThan(16);
  // A chunk that came before any were read in pieces has more requests than the limit; its connection is closed.
  expect(attackers.filter(({ closed }) => closed).length).toBeLessThanOrEqual(1);
});

it('calls no handler for a client that has disconnected', async () => {
  const { target, calls } = await open({});
  const socket = attack(target, list.repeat(200));
  await sleep(200);
  socket.destroy();
  const before = calls();
  await sleep(200);
  expect(calls() - before).toBeLessThanOrEqual(1);
});

it('does not count closed connections', async () => {
  const { target } = await open({ pipelinedInAll: 20 });
  for (let round = 0; round < 5; round += 1) {
    const socket = attack(target, list.repeat(15));
    await sleep(50);
    socket.destroy();
    await once(socket, 'close');
    await sleep(50);
  }
  const last = attack(target, list.repeat(15));
  const isClosed = await Promise.race([once(last, 'close').then(() => true), sleep(300, false)]);
  expect(isClosed).toBe(false);
});

it('serves any number of requests of a connection, without reading more than it can start', async () => {
  const { target, calls } = await open({});
  const count = 12_000;
  const socket = attack(target, 'GET /containers/a/json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count));
  await sleep(300);
  // The rest waits in the buffers of the system and of the client.
  expect(socket.writableLength).toBeGreaterThan(0);
  expect(calls()).toBe(0);
  let received = 0;
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1').split('HTTP/1.1 200').length - 1));
  socket.resume();
  for (let tries = 0; tries < 500 && received < count - 20; tries += 1) await sleep(20);
  expect(received).toBeGreaterThan(count - 20);
});
