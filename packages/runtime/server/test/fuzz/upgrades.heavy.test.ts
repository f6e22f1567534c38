/** Invalid upgrades, websockets with invalid frames, and half-open connections. */
import { once } from 'node:events';
import net from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { createEngineServer } from '../../src/index.js';
import { contract } from '../conformance/contract.js';
import { socketPath } from '../conformance/hosts.js';
import { json } from '../conformance/target.js';
import { responsesOf } from './responses.js';
import { attackedServer, send } from './attacked-server.js';

const attacked = attackedServer();
const host = 'Host: x\r\n';
const seed = 20_260_103;
const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
const socketHead = `GET /containers/a/attach/ws HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n${key}\r\n`;
const exec = `POST /exec/a/start HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: tcp\r\nContent-Type: application/json\r\n`;

const routes = Object.values(contract.operations)
  // It sends nothing for a long time; another test below disconnects from it.
  .filter(({ id }) => id !== 'SystemEvents')
  .map(({ method, path }) => [method, `${path.replace(/\{[^}]*\}/, 'exited')}?path=/&stdout=1&fromImage=none`]);

describe.each(['tcp', 'websocket', 'h2c', 'TLS/1.0, HTTP/1.1', 'x'.repeat(1000)])('Upgrade: %s', (protocol) => {
  const upgrade = `Connection: Upgrade\r\nUpgrade: ${protocol}\r\n${key}`;

  it.each(routes)('%s %s', async (method, path) => {
    const { text } = await send(attacked().target, [`${method} ${path} HTTP/1.1\r\n${host}${upgrade}\r\n`], {
      end: true,
      wait: 1000,
    });
    if (method !== 'HEAD')
      for (const { status } of responsesOf(text)) expect(status === 501 || status < 500).toBe(true);
  });

  it.each(routes.filter(([method]) => method !== 'HEAD'))('%s %s, with a body', async (method, path) => {
    const head = `${method} ${path} HTTP/1.1\r\n${host}${upgrade}Content-Type: application/json\r\n`;
    for (const rest of [
      'Content-Length: 2\r\n\r\n{}',
      'Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n',
      'Content-Length: 3\r\n\r\n{',
    ]) {
      const { text } = await send(attacked().target, [`${head}${rest}`], { end: true, wait: 1000 });
      for (const { status } of responsesOf(text)) expect(status === 501 || status < 500).toBe(true);
    }
  });
});

it.each(['', 'Connection: Upgrade\r\nUpgrade: tcp\r\n'])(
  'survives an incomplete body while nobody listens (%j)',
  async (upgrade) => {
    const path = await socketPath();
    let reached = false;
    const putArchive = () => new Promise(() => void (reached = true));
    const readsLater = ({ body }: { body: Readable }) => {
      body.once('readable', () => void (reached = true));
      return new Promise(() => undefined);
    };
    for (const handler of [putArchive, readsLater]) {
      const own = createEngineServer(contract, { container: { putArchive: handler } });
      await own.listen({ path });
      const socket = net.connect(path);
      reached = false;
      socket.write(`PUT /containers/a/archive?path=/ HTTP/1.1\r\n${host}${upgrade}Content-Length: 100\r\n\r\nabc`);
      for (let tries = 0; tries < 200 && !reached; tries += 1) await sleep(10);
      socket.destroy();
      await sleep(100);
      expect(reached).toBe(true);
      await own.close();
    }
  },
);

it.each(['', 'Connection: Upgrade\r\nUpgrade: tcp\r\n'])(
  'does not collect a body that is not read on (%j)',
  async (upgrade) => {
    const path = await socketPath();
    const own = createEngineServer(contract, {
      container: {
        putArchive: ({ body }: { body: Readable }) => {
          body.once('data', () => body.pause());
          return new Promise(() => undefined);
        },
      },
    });
    await own.listen({ path });
    const socket = net.connect(path);
    socket.on('error', () => undefined);
    const size = 200_000_000;
    socket.write(`PUT /containers/a/archive?path=/ HTTP/1.1\r\n${host}${upgrade}Content-Length: ${size}\r\n\r\n`);
    const piece = Buffer.alloc(65_536, 'x');
    let sent = 0;
    const taken = (): Promise<boolean> =>
      Promise.race([new Promise<true>((resolve) => socket.write(piece, () => resolve(true))), sleep(500, false)]);
    while (sent < size && (await taken())) sent += piece.length;
    expect(sent).toBeLessThan(5_000_000);
    socket.destroy();
    await own.close({ timeout: 0 });
  },
);

it.each([
  ['a body that does not come', `${exec}Content-Length: 10\r\n\r\n{`, 408],
  ['a body of a length that is none', `${exec}Content-Length: x\r\n\r\n{}`, 400],
  ['two lengths', `${exec}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
  ['a length and chunks', `${exec}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ['chunks that are none', `${exec}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
  ['a chunk of 2^60 bytes', `${exec}Transfer-Encoding: chunked\r\n\r\n1000000000000000\r\n`, 400],
  ['a chunk with a bare LF', `${exec}Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n`, 400],
  ['a chunk whose head has no end', `${exec}Transfer-Encoding: chunked\r\n\r\n2;${'a'.repeat(100_000)}`, 400],
  [
    'trailers without an end',
    `${exec}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n${'A: b\r\n'.repeat(20_000)}`,
    400,
  ],
])('%s', async (_, bytes, status) => {
  const { text, closed } = await send(attacked().target, [bytes]);
  expect([responsesOf(text).map((response) => response.status), closed]).toEqual([[status], true]);
});

describe('clients that disconnect', () => {
  it.each([
    ['immediately', exec, 0],
    ['before the body', `${exec}Content-Length: 10\r\n\r\n`, 20],
    ['in the middle of the body', `${exec}Content-Length: 10\r\n\r\n{`, 20],
    ['when the connection has been hijacked', `${exec}Content-Length: 2\r\n\r\n{}`, 20],
    ['after the head of a websocket', socketHead, 0],
    ['when the websocket is open', socketHead, 20],
    [
      'while the engine is waited for',
      `POST /containers/a/wait HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: tcp\r\n\r\n`,
      20,
    ],
    ['during a stream of events', `GET /events HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: tcp\r\n\r\n`, 20],
  ])('%s', async (_, bytes, after) => {
    await Promise.all(
      Array.from({ length: inject('isFullRun') ? 100 : 25 }, async (_, index) => {
        const socket = net.connect(attacked().port, '127.0.0.1');
        socket.on('error', () => undefined);
        await once(socket, 'connect');
        socket.write(bytes);
        await sleep(after);
        if (index % 2 === 0) socket.destroy();
        else socket.resetAndDestroy();
      }),
    );
  });

  it('by half-closing the connection', async () => {
    const all = await Promise.all(
      [
        `${exec}Content-Length: 2\r\n\r\n{}input`,
        `${exec}\r\n`,
        socketHead,
        `POST /containers/a/attach HTTP/1.1\r\n${host}\r\n`,
        `GET /events HTTP/1.1\r\n${host}\r\n`,
        'GET /events HTTP/1.1\r\n',
      ].map((bytes) => send(attacked().target, [bytes], { end: true })),
    );
    expect(all.map(({ closed }) => closed)).toEqual(all.map(() => true));
  });
});

describe('websockets', () => {
  const frame = (opcode: number, data: Buffer, { masked = true, length = data.length } = {}): Buffer => {
    const head = Buffer.from([0x80 | opcode, (masked ? 0x80 : 0) | (length < 126 ? length : 127)]);
    const long = Buffer.alloc(length < 126 ? 0 : 8);
    if (length >= 126) long.writeBigUInt64BE(BigInt(length));
    return Buffer.concat([head, long, Buffer.alloc(masked ? 4 : 0), data]);
  };

  it.each([
    ['garbage', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['ones', Buffer.alloc(1000, 0xff)],
    ['zeros', Buffer.alloc(1000, 0)],
    ['a frame without a mask', frame(2, Buffer.from('x'), { masked: false })],
    ['an invalid opcode', frame(7, Buffer.from('x'))],
    ['text that is not UTF-8', frame(1, Buffer.from([0xff, 0xfe]))],
    ['a frame of 2^53 bytes', frame(2, Buffer.alloc(10), { length: Number.MAX_SAFE_INTEGER })],
    ['a frame larger than allowed', frame(2, Buffer.alloc(10), { length: 20_000_000 })],
    ['a ping too long', frame(9, Buffer.alloc(200))],
    ['a close too short', frame(8, Buffer.from([3]))],
    ['a close with an invalid code', frame(8, Buffer.from([0, 1]))],
    ['a continuation without a start', frame(0, Buffer.from('x'))],
    ['10,000 pings', Buffer.concat(Array.from({ length: 10_000 }, () => frame(9, Buffer.from('x'))))],
  ])('%s', async (_, bytes) => {
    const { text } = await send(attacked().target, [socketHead, bytes], { end: true, wait: 4000 });
    expect(responsesOf(text)[0]?.status).toBe(101);
  });

  it.each([
    ['no version', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'],
    ['an invalid version', 'Sec-WebSocket-Version: 99\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n'],
    ['an invalid key', 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n'],
    ['invalid extensions', `${key}Sec-WebSocket-Extensions: ;;;\r\n`],
    ['invalid protocols', `${key}Sec-WebSocket-Protocol: ,,,\r\n`],
  ])('%s', async (_, headers) => {
    const head = `GET /containers/a/attach/ws HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n${headers}\r\n`;
    const { text, closed } = await send(attacked().target, [head], { end: true, wait: 4000 });
    const [first] = responsesOf(text);
    expect(closed).toBe(true);
    expect([101, 400, 426]).toContain(first?.status);
  });

  it('survive any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 }), { minLength: 1, maxLength: 5 }),
        async (pieces) => {
          const { text } = await send(attacked().target, [socketHead, ...pieces], { end: true, wait: 4000 });
          expect(responsesOf(text)[0]?.status).toBe(101);
        },
      ),
      { seed, numRuns: inject('isFullRun') ? 100 : 20 },
    );
  }, 120_000);
});

it('survives any input of sessions', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), fc.boolean(), async (bytes, upgrades) => {
      const head = upgrades
        ? `${exec}Content-Length: 11\r\n\r\n{"Tty":true}`.replace('11', '12')
        : `POST /containers/tty/attach HTTP/1.1\r\n${host}Content-Length: ${bytes.length}\r\n\r\n`;
      const { text } = await send(attacked().target, [head, bytes], { end: true });
      const [first] = responsesOf(text);
      expect([101, 200]).toContain(first?.status);
      if (upgrades) expect(first?.body).toContain(Buffer.from(bytes).toString('latin1'));
    }),
    { seed, numRuns: inject('isFullRun') ? 100 : 20 },
  );
}, 120_000);

it('still serves requests', async () => {
  expect((await json(attacked().target, '/containers/create', { Image: 'x' })).status).toBe(201);
});
