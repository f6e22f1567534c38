/** Many clients and slow clients. */
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, it } from 'vitest';
import { responsesOf } from './responses.js';
import { attackedServer, send } from './attacked-server.js';

const attacked = attackedServer({ memory: 30, maxWait: 10_000 });
const host = 'Host: x\r\n';
const create = `POST /containers/create HTTP/1.1\r\n${host}Content-Type: application/json\r\n`;

/** The bytes that clients have sent when they disconnect. */
const beginnings = [
  '',
  'G',
  `GET /_ping HTTP/1.1\r\n${host}`,
  `GET /containers/json HTTP/1.1\r\n${host}\r\n`,
  `${create}Content-Length: 10\r\n\r\n{`,
  `${create}Transfer-Encoding: chunked\r\n\r\n5\r\n{`,
  `GET /events HTTP/1.1\r\n${host}\r\n`,
  `GET /containers/endless/logs?stdout=1 HTTP/1.1\r\n${host}\r\n`,
  `POST /containers/a/attach HTTP/1.1\r\n${host}\r\n`,
  `POST /exec/a/start HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: tcp\r\n\r\n`,
  `PUT /containers/a/archive?path=/ HTTP/1.1\r\n${host}Content-Length: 1000\r\n\r\nabc`,
];

const isFullRun = inject('isFullRun');
const connections = inject('isExhaustiveRun') ? 10_000 : isFullRun ? 3000 : 200;
/** The number of clients at once. */
const [many, slow] = isFullRun ? [300, 100] : [60, 20];

it.each(['a unix socket', 'a port'])(
  `survives ${connections} connections that are opened and dropped, on %s`,
  async (kind) => {
    const { target, port } = attacked();
    let next = 0;
    const one = async (): Promise<void> => {
      const index = next++;
      const socket = kind === 'a port' ? net.connect(port, '127.0.0.1') : net.connect(target.path ?? '');
      socket.on('error', () => undefined);
      await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined);
      const bytes = beginnings[index % beginnings.length] ?? '';
      if (bytes !== '') await new Promise((resolve) => socket.write(bytes, resolve));
      if (index % 3 === 0) await sleep(5);
      if (index % 2 === 0) socket.destroy();
      else if (kind === 'a port') socket.resetAndDestroy();
      else socket.end();
      if (!socket.closed) await Promise.race([once(socket, 'close'), sleep(20)]);
      socket.destroy();
    };
    const worker = async (): Promise<void> => {
      while (next < connections) await one();
    };
    await Promise.all(Array.from({ length: 100 }, worker));
  },
  120_000,
);

it('closes connections without a complete request', async () => {
  const texts = ['', 'GET /_ping HT', `GET /_ping HTTP/1.1\r\n${host}X: y\r\n`];
  const all = await Promise.all(
    Array.from({ length: many }, (_, index) =>
      send(attacked().target, [texts[index % texts.length] ?? ''], { wait: 6000 }),
    ),
  );
  for (const { text, closed } of all) {
    expect(closed).toBe(true);
    for (const { status } of responsesOf(text)) expect(status).toBe(408);
  }
});

it('does not wait for heads that arrive byte by byte', async () => {
  const head = `GET /_ping HTTP/1.1\r\n${host}X: ${'y'.repeat(500)}\r\n\r\n`;
  const all = await Promise.all(
    Array.from({ length: slow }, () => send(attacked().target, [...head], { pause: 50, wait: 6000 })),
  );
  for (const { text, closed } of all) {
    expect(closed).toBe(true);
    for (const { status } of responsesOf(text)) expect(status).toBe(408);
  }
});

it.each([
  ['a length', 'Content-Length: 500\r\n\r\n', () => ' '],
  ['chunks', 'Transfer-Encoding: chunked\r\n\r\n', () => '1\r\n \r\n'],
  ['an upgrade and a length', 'Connection: Upgrade\r\nUpgrade: tcp\r\nContent-Length: 500\r\n\r\n', () => ' '],
])('does not wait for bodies that arrive byte by byte, with %s', async (_, rest, letter) => {
  const path = rest.includes('Upgrade') ? 'POST /exec/a/start' : 'POST /containers/create';
  const head = `${path} HTTP/1.1\r\n${host}Content-Type: application/json\r\n${rest}`;
  const pieces = [head, ...Array.from({ length: 500 }, letter)];
  const all = await Promise.all(
    Array.from({ length: slow }, () => send(attacked().target, pieces, { pause: 50, wait: 6000 })),
  );
  for (const { text, closed } of all) {
    expect(closed).toBe(true);
    expect(responsesOf(text).map(({ status }) => status)).toEqual([408]);
  }
});

it('closes idle connections', async () => {
  const all = await Promise.all(
    Array.from({ length: many }, () => send(attacked().target, [`GET /_ping HTTP/1.1\r\n${host}\r\n`], { wait: 6000 })),
  );
  for (const { text, closed } of all) {
    expect([closed, responsesOf(text).map(({ status }) => status)]).toEqual([true, [200]]);
  }
});

it(`does not buffer the output of ${many} clients that do not read`, async () => {
  const sockets = Array.from({ length: many }, () => net.connect(attacked().target.path ?? ''));
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    socket.pause();
    socket.write(`GET /containers/endless/logs?stdout=1 HTTP/1.1\r\n${host}\r\n`);
  }
  await sleep(1000);
  for (const socket of sockets) socket.destroy();
});

it('does not buffer responses to a client that sends requests and does not read', async () => {
  const socket = net.connect(attacked().target.path ?? '');
  socket.on('error', () => undefined);
  socket.pause();
  const asks = `GET /containers/json HTTP/1.1\r\n${host}\r\n`.repeat(1000);
  for (let round = 0; round < 100; round += 1) {
    if (!socket.write(asks)) await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), sleep(100)]);
    if (socket.writableLength > 1_000_000 || socket.destroyed) break;
  }
  expect(attacked().seen.calls.length).toBeLessThan(20_000);
  socket.destroy();
});
