/** Closing: running requests can finish in time, and are then aborted. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createEngineServer, session, type Call, type EngineServer } from '../../src/index.js';
import { contract } from '../conformance/contract.js';
import { socketPath } from '../conformance/hosts.js';
import { ask, connect, talk, type Target } from '../conformance/target.js';

const host = 'Host: x\r\n';

async function open(
  handlers: Parameters<typeof createEngineServer>[1],
): Promise<{ readonly server: EngineServer; readonly target: Target }> {
  const server = createEngineServer(contract, handlers, { onError: () => undefined });
  const path = await socketPath();
  const { close } = await server.listen({ path });
  return { server, target: { path, close } };
}

const slowly = { container: { list: () => sleep(200, []) } };

it('lets running requests finish, and accepts no new ones', async () => {
  const { server, target } = await open(slowly);
  const first = ask(target, '/containers/json');
  await sleep(50);
  const closed = server.close();
  await sleep(20);
  await expect(ask(target, '/containers/json')).rejects.toThrow();
  expect((await first).status).toBe(200);
  await closed;
});

it('does not wait for idle connections', async () => {
  const { server, target } = await open(slowly);
  const idle = connect(target);
  const keptAlive = connect(target);
  keptAlive.write(`GET /containers/json HTTP/1.1\r\n${host}\r\n`);
  keptAlive.resume();
  await sleep(400);
  const begin = performance.now();
  await server.close();
  expect(performance.now() - begin).toBeLessThan(2000);
  idle.destroy();
  keptAlive.destroy();
});

it('sends Connection: close in the last response', async () => {
  const { server, target } = await open(slowly);
  // The second request arrives while the server is closing.
  const socket = connect(target);
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => (text += piece));
  socket.write(`GET /containers/json HTTP/1.1\r\n${host}\r\n`);
  await sleep(50);
  const closed = server.close();
  socket.write(`GET /containers/json HTTP/1.1\r\n${host}\r\n`);
  await once(socket, 'end');
  socket.destroy();
  await closed;
  expect(text.match(/^HTTP\/1\.1 200 OK/gm)).toHaveLength(2);
  expect(text.match(/^Connection: (.*)\r$/gm)?.at(-1)).toBe('Connection: close\r');
});

const endless = (events: string[]): Parameters<typeof createEngineServer>[1] => ({
  container: {
    list: ({ signal }: Call) => once(signal, 'abort').then(() => (events.push('list'), [])),
    attach: () =>
      session(async ({ signal }) => {
        await once(signal, 'abort');
        events.push('attach');
      }),
  },
  system: {
    events: async function* ({ signal }: Call) {
      yield { Type: 'x' };
      await once(signal, 'abort');
      events.push('events');
    },
  },
});

const beginnings = [
  `GET /containers/json HTTP/1.1\r\n${host}\r\n`,
  `GET /events HTTP/1.1\r\n${host}\r\n`,
  `POST /containers/a/attach HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: tcp\r\n\r\n`,
];

it('aborts requests that run after the timeout', async () => {
  const events: string[] = [];
  const { server, target } = await open(endless(events));
  const all = beginnings.map((bytes) => talk(target, [bytes], { end: false }));
  await sleep(100);
  const begin = performance.now();
  const closed = server.close({ timeout: 300 });
  await sleep(150);
  expect(events).toEqual([]);
  await closed;
  expect(performance.now() - begin).toBeGreaterThanOrEqual(290);
  await Promise.allSettled(all);
  expect(events.sort()).toEqual(['attach', 'events', 'list']);
});

it('closes connections of handlers that ignore the signal', async () => {
  const { server, target } = await open({ container: { list: () => new Promise(() => undefined) } });
  const waiting = ask(target, '/containers/json');
  waiting.catch(() => undefined);
  await sleep(50);
  await server.close({ timeout: 50 });
  await expect(waiting).rejects.toThrow();
});

it('closes one of several addresses', async () => {
  const { server, target } = await open(slowly);
  const { port, close } = await server.listen({ port: 0 });
  const first = ask({ port, close }, '/containers/json');
  await sleep(50);
  await close();
  expect((await first).status).toBe(200);
  expect((await ask(target, '/containers/json')).status).toBe(200);
  await server.close();
});

it('happens at the end of a scope', async () => {
  const path = await socketPath();
  {
    await using server = createEngineServer(contract, slowly);
    await using _listening = await server.listen({ path });
    expect((await ask({ path, close: async () => undefined }, '/containers/json')).status).toBe(200);
  }
  await expect(ask({ path, close: async () => undefined }, '/containers/json')).rejects.toThrow();
});

it('does not close an external server, and waits for its calls', async () => {
  const path = await socketPath();
  const events: string[] = [];
  const own = createEngineServer(contract, endless(events));
  const http = createServer(own.listener).listen(path);
  await once(http, 'listening');
  const waiting = ask({ path, close: () => own.close() }, '/containers/json');
  await sleep(100);
  await own.close({ timeout: 50 });
  expect((await waiting).status).toBe(200);
  expect(http.listening).toBe(true);
  http.close();
});
