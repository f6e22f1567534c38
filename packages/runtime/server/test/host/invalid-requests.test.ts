/** Slow, large, malformed and aborted requests: they get an error response, and other clients are not affected. */
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect as connectSocket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createEngineServer, session, type EngineServer, type Limits } from '../../src/index.js';
import { contract } from '../conformance/contract.js';
import { engine, type Seen } from '../conformance/engine.js';
import { socketPath } from '../conformance/hosts.js';
import { ask, connect, json, talk, type Target } from '../conformance/target.js';

const limits: Partial<Limits> = {
  body: 1_000_000,
  headers: 8192,
  url: 1000,
  firstByte: 300,
  wholeBody: 300,
  idle: 500,
};
const seen: Seen = { calls: [], abortedCalls: [] };
let server: EngineServer;
let target: Target;

beforeAll(async () => {
  server = createEngineServer(contract, engine(seen), { limits, onError: () => undefined });
  const path = await socketPath();
  target = { path, close: (await server.listen({ path })).close };
});
afterAll(() => server.close());

const host = 'Host: x\r\n';
const post = 'POST /containers/create HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

describe('gets a response, and the connection ends', () => {
  it.each([
    ['headers too large', [`GET /_ping HTTP/1.1\r\n${host}X: ${'x'.repeat(10_000)}\r\n\r\n`], 431],
    ['not HTTP', ['nonsense\r\n\r\n'], 400],
    ['a length and chunks', [`${post}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`], 400],
    ['two lengths', [`${post}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`], 400],
    ['chunked twice', [`${post}Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n`], 400],
    ['an unknown encoding', [`${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`], 501],
    ['a space before the colon', [`${post}Content-Length : 2\r\n\r\n{}`], 400],
    ['a folded header', [`${post}Content-Length: 2\r\n X: y\r\n\r\n{}`], 400],
    ['a bare line end', [`GET /_ping HTTP/1.1\nHost: x\n\n`], 400],
    ['an invalid length', [`${post}Content-Length: -1\r\n\r\n`], 400],
    ['a body with a too large length', [`${post}Content-Length: 2000000\r\n\r\n`], 413],
    [
      'a body with too many chunks',
      [`${post}Transfer-Encoding: chunked\r\n\r\n`, ...Array(70).fill(`4000\r\n${' '.repeat(0x4000)}\r\n`)],
      413,
    ],
    ['a body that does not arrive', [`${post}Content-Length: 10\r\n\r\n{`], 408],
    ['a head that does not arrive', [`GET /_ping HT`], 408],
    [
      'an upgrade with a too large body',
      [
        `POST /exec/a/start HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: tcp\r\nContent-Type: application/json\r\nContent-Length: 2000000\r\n\r\n`,
      ],
      413,
    ],
    [
      'an upgrade with invalid chunks',
      [
        `POST /exec/a/start HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: tcp\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n`,
      ],
      400,
    ],
    [
      'an upgrade whose body does not arrive',
      [
        `POST /exec/a/start HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: tcp\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{`,
      ],
      408,
    ],
    [
      'a websocket without a key',
      [`GET /containers/a/attach/ws HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
      400,
    ],
    [
      'an upgrade with an unknown encoding',
      [
        `POST /exec/a/start HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: tcp\r\nContent-Type: application/json\r\nTransfer-Encoding: xchunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      ],
      501,
    ],
    [
      'an upgrade whose two values follow more headers than Node stores by default',
      [
        `POST /exec/a/start HTTP/1.1\r\n${host}${'a:\r\n'.repeat(1100)}Content-Type: application/json\r\nConnection: Upgrade\r\nUpgrade: tcp\r\nContent-Length: 4\r\n\r\n{}{}`,
      ],
      400,
    ],
    [
      'an upgrade of an unknown path',
      [`GET /nothing HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: tcp\r\n\r\n`],
      404,
    ],
  ])('%s', async (_, pieces, status) => {
    const text = await talk(target, pieces as string[], { end: false });
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect((await ask(target, '/_ping')).status).toBe(200);
  });
});

it('responds to a malformed request after the requests before it', async () => {
  const wait = `POST /containers/a/wait HTTP/1.1\r\n${host}\r\n`;
  const text = await talk(target, [`${wait}${wait}nonsense\r\n\r\n`], { end: false });
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400']);
});

it('rejects a URL that is too long', async () => {
  const { status, text } = await ask(target, `/containers/json?x=${'x'.repeat(2000)}`);
  expect([status, text]).toEqual([414, '{"message":"the URL is longer than 1000 bytes"}\n']);
});

it('closes idle connections', async () => {
  const text = await talk(target, [`GET /_ping HTTP/1.1\r\n${host}\r\n`], { end: false });
  expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
});

it('ends a stream whose client has disconnected', async () => {
  const socket = connect(target);
  socket.write(`GET /containers/endless/logs?stdout=1 HTTP/1.1\r\n${host}\r\n`);
  await once(socket, 'data');
  socket.destroy();
  for (let tries = 0; tries < 100 && !seen.abortedCalls.includes('logs'); tries += 1) await sleep(10);
  expect(seen.abortedCalls).toContain('logs');
});

it('responds to a client that half-closes the connection', async () => {
  const text = await talk(target, [`POST /containers/a/wait HTTP/1.1\r\n${host}\r\n`]);
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(text).toContain('{"StatusCode":7}');
});

it('waits for slow readers instead of buffering', async () => {
  let pieces = 0;
  const path = await socketPath();
  const own = createEngineServer(contract, {
    container: {
      logs: function* () {
        for (; pieces < 10_000; pieces += 1) yield { stream: 'stdout', data: Buffer.alloc(65_536) };
      },
      attach: () =>
        session(async ({ stdout }) => {
          for (; pieces < 10_000; pieces += 1) {
            if (!stdout.write(Buffer.alloc(65_536))) await once(stdout, 'drain');
          }
        }),
    },
  });
  await own.listen({ path });
  for (const start of [
    `GET /containers/a/logs?stdout=1 HTTP/1.1\r\n${host}\r\n`,
    `POST /containers/a/attach HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: tcp\r\n\r\n`,
    `POST /containers/a/attach HTTP/1.1\r\n${host}\r\n`,
  ]) {
    pieces = 0;
    const socket = connectSocket(path);
    socket.write(start);
    socket.pause();
    await sleep(200);
    expect(pieces).toBeGreaterThan(0);
    expect(pieces).toBeLessThan(200);
    socket.destroy();
  }
  await own.close();
});

it('reads no more input than the handler', async () => {
  const path = await socketPath();
  const waiting: number[] = [];
  const own = createEngineServer(contract, {
    container: {
      attach: () =>
        session(async ({ stdin }) => {
          await sleep(200);
          waiting.push(stdin.readableLength);
        }),
    },
  });
  await own.listen({ path });
  for (const header of ['Connection: Upgrade\r\nUpgrade: tcp\r\n\r\n', 'Content-Length: 5000000\r\n\r\n']) {
    const socket = connectSocket(path);
    socket.on('error', () => undefined);
    socket.write(`POST /containers/a/attach HTTP/1.1\r\n${host}${header}`);
    socket.write(Buffer.alloc(5_000_000));
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));
  }
  expect(waiting).toHaveLength(2);
  for (const length of waiting) expect(length).toBeLessThan(500_000);
  await own.close();
});

it('ends the source of a stream whose client has disconnected', async () => {
  const path = await socketPath();
  let ended = false;
  const own = createEngineServer(contract, {
    system: {
      events: () => ({
        [Symbol.asyncIterator]: () => ({
          next: () => sleep(5, { done: false, value: { Type: 'x' } }),
          return: async () => {
            ended = true;
            return { done: true, value: undefined };
          },
        }),
      }),
    },
  });
  await own.listen({ path });
  const socket = connectSocket(path);
  socket.write(`GET /events HTTP/1.1\r\n${host}\r\n`);
  await once(socket, 'data');
  socket.destroy();
  for (let tries = 0; tries < 100 && !ended; tries += 1) await sleep(10);
  expect(ended).toBe(true);
  await own.close();
});

it('survives connections that are opened and dropped', async () => {
  const { port } = await server.listen({ port: 0 });
  const texts = [
    '',
    'GET',
    `${post}Content-Length: 10\r\n\r\n{`,
    `GET /events HTTP/1.1\r\n${host}\r\n`,
    `POST /exec/a/start HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: tcp\r\n\r\n`,
  ];
  for (let round = 0; round < (inject('isFullRun') ? 50 : 10); round += 1) {
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const socket = connectSocket(port, '127.0.0.1');
        socket.on('error', () => undefined);
        await once(socket, 'connect');
        socket.write(texts[index % texts.length] ?? '', () => socket.destroy());
        await once(socket, 'close');
      }),
    );
  }
  expect((await json(target, '/containers/create', { Image: 'x' })).status).toBe(201);
});

describe('sockets', () => {
  it('that are stale are replaced', async () => {
    const path = await socketPath();
    const child = await import('node:child_process');
    const script = `require('http').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
    await new Promise((resolve) => child.spawn(process.execPath, ['-e', script]).once('exit', resolve));
    expect(existsSync(path)).toBe(true);
    const own = createEngineServer(contract, {});
    await own.listen({ path });
    expect((await ask({ path, close: () => own.close() }, '/_ping')).status).toBe(200);
    await own.close();
    expect(existsSync(path)).toBe(false);
  });

  it('that are in use are not replaced', async () => {
    await expect(createEngineServer(contract, {}).listen({ path: target.path ?? '' })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    expect((await ask(target, '/_ping')).status).toBe(200);
  });
});
