/**
 * Lading's servers in several HTTP hosts: a client runs a command on the reference engine in each, and clients that drop their connections,
 * or pipeline and never read, leave nothing open and nobody waiting.
 */
import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import { connect as connectSocket, type AddressInfo, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { serve } from '@hono/node-server';
import { connect, follow, pull, run } from '@lading/client';
import { createEngine } from '@lading/engine';
import { createServerV144, fastifyPlugin, session, type EngineServer } from '@lading/server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';

interface HttpHost {
  readonly port: number;
  close(): Promise<unknown>;
}

const hosts: Readonly<Record<string, (server: EngineServer) => Promise<HttpHost>>> = {
  'a separate port': (server) => server.listen({ port: 0 }),
  'node:http': (server) => onPort(createHttpServer(server.listener).on('upgrade', server.upgrade)),
  Express: (server) => onPort(createHttpServer(express().use(server.middleware)).on('upgrade', server.upgrade)),
  Fastify: async (server) => {
    const app = fastify();
    await app.register(fastifyPlugin(server));
    await app.listen({ port: 0, host: '127.0.0.1' });
    return { port: (app.server.address() as AddressInfo).port, close: () => closed(app.server) };
  },
  Hono: async (server) => {
    const app = new Hono().all('*', ({ req, env }) => server.fetch(req.raw, env as never));
    const http = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }).on('upgrade', server.upgrade) as Server;
    await once(http, 'listening');
    return { port: (http.address() as AddressInfo).port, close: () => closed(http) };
  },
};

it.each(Object.keys(hosts))('%s: a client runs a command', async (name) => {
  const server = createServerV144(createEngine().handlers);
  const host = await hosts[name]?.(server);
  const engine = await connect({ host: `tcp://127.0.0.1:${host?.port}` });
  try {
    await follow(await pull(engine, 'alpine'), { write: () => undefined });
    const { exitCode, stdout } = await run(engine, {
      image: 'alpine',
      command: ['sh', '-c', 'cat; exit 3'],
      stdin: 'through\n',
    });
    expect([exitCode, stdout]).toEqual([3, 'through\n']);
  } finally {
    await engine.close();
    await host?.close();
    await server.close();
  }
});

interface Upload {
  readonly body: Readable;
  readonly signal: AbortSignal;
  readonly request: { readonly remoteAddress: unknown };
}

const slow = (): Writable => new Writable({ write: (_chunk, _encoding, done) => void setTimeout(done, 1) });
/** What a handler does with a body and the signal. */
const uses: Readonly<Record<string, (call: Upload) => Promise<void>>> = {
  'pipes the body, with the signal': ({ body, signal }) => pipeline(body, slow(), { signal }),
  'pipes the body': ({ body }) => pipeline(body, slow()),
  'reads the signal late': async (call) => {
    await sleep(5);
    return void (call.signal.aborted, call.request.remoteAddress);
  },
  'stops reading early': async ({ body }) => {
    for await (const _chunk of body) break;
  },
  'destroys the body': async (call) => {
    call.body.destroy();
    await sleep(2);
    return void call.signal.aborted;
  },
  'waits for the signal': async ({ signal }) => void (signal.aborted || (await once(signal, 'abort'))),
};

const head = 'Host: x\r\n';
const upgrade = 'Connection: Upgrade\r\nUpgrade: tcp\r\n';
const put = `PUT /v1.44/containers/a/archive?path=/ HTTP/1.1\r\n${head}`;
const uploads = [
  `${put}Content-Length: 100\r\n\r\n${'x'.repeat(100)}`,
  `${put}Transfer-Encoding: chunked\r\n\r\n40\r\n${'x'.repeat(64)}\r\n0\r\n\r\n`,
  `${put}${upgrade}Content-Length: 100\r\n\r\n${'x'.repeat(100)}`,
];
const list = `GET /v1.44/containers/json?all=1 HTTP/1.1\r\n${head}\r\n`;
const others = [
  `POST /v1.44/exec/a/start HTTP/1.1\r\n${head}${upgrade}Content-Type: application/json\r\nContent-Length: 12\r\n\r\n{"Tty":true}input`,
  `POST /v1.44/containers/a/attach?stdin=1 HTTP/1.1\r\n${head}${upgrade}\r\ninput`,
  list,
];
/** The connections of each kind; more of them with `LADING_DROPS`. */
const drops = Number(process.env['LADING_DROPS'] ?? 250);

describe.each(Object.keys(hosts))('%s: misbehaving clients', (name) => {
  async function withHost(use: (port: number) => Promise<void>, handle = uses['pipes the body']) {
    const errors: unknown[] = [];
    const handlers = {
      container: {
        list: () => Array.from({ length: 100 }, () => ({ Id: 'x'.repeat(600) })),
        putArchive: (call: Upload) => handle?.(call),
        attach: () => session(async ({ stdin, stdout }) => void (await pipeline(stdin, stdout, { end: false }))),
      },
      exec: { start: () => session(async ({ stdin }) => void stdin.resume()) },
    };
    const server = createServerV144(handlers as never, {
      checkResponses: 'off',
      onError: (error) => errors.push(error),
    });
    const host = await hosts[name]?.(server);
    try {
      await use(host?.port ?? 0);
      expect(errors.map(String)).toEqual([]);
    } finally {
      await host?.close();
      await server.close();
    }
  }

  it.each([
    ...Object.entries(uses).map(([use, handle]) => [`uploads, and the handler ${use}`, uploads, handle] as const),
    ['upgrades and requests', others, undefined] as const,
  ])('drop %s', async (_what, requests, handle) => {
    await withHost(async (port) => {
      const before = heap();
      for (const bytes of requests) await dropAll(port, bytes);
      expect(await openSockets(0)).toBe(0);
      expect(heap() - before).toBeLessThan(20);
      await ask(port);
    }, handle);
  });

  it('pipeline and never read, while others are served', async () => {
    await withHost(async (port) => {
      const before = process.memoryUsage.rss();
      const sockets = Array.from({ length: 30 }, () => {
        const socket = connectSocket(port, '127.0.0.1').on('error', () => undefined);
        socket.pause().write(list.repeat(1000));
        return socket;
      });
      try {
        for (let round = 0; round < 5; round += 1) await ask(port);
        expect((process.memoryUsage.rss() - before) / 1e6).toBeLessThan(250);
      } finally {
        for (const socket of sockets) socket.destroy();
      }
      expect(await openSockets(0)).toBe(0);
    });
  });
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** The memory that is in use after a collection, in megabytes. */
function heap(): number {
  collect();
  return process.memoryUsage().heapUsed / 1e6;
}

/** Drops connections after each byte in turn, by closing or resetting them, immediately or later. */
async function dropAll(port: number, bytes: string): Promise<void> {
  let next = 0;
  const one = async (index: number): Promise<void> => {
    const socket: Socket = connectSocket(port, '127.0.0.1').on('error', () => undefined);
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => undefined);
    const cut = index % (bytes.length + 1);
    if (cut > 0) await new Promise((resolve) => socket.write(bytes.slice(0, cut), resolve));
    if (index % 3 === 0) await sleep(3);
    if (index % 4 === 1) socket.resetAndDestroy();
    else if (index % 4 === 2) socket.end();
    else socket.destroy();
    await Promise.race([once(socket, 'close'), sleep(20)]).catch(() => undefined);
    socket.destroy();
  };
  const worker = async (): Promise<void> => {
    while (next < drops) await one(next++);
  };
  await Promise.all(Array.from({ length: 50 }, worker));
}

async function ask(port: number): Promise<void> {
  const url = `http://127.0.0.1:${port}/v1.44/containers/json`;
  const response = await fetch(url, { headers: { connection: 'close' }, signal: AbortSignal.timeout(20_000) });
  expect(response.status).toBe(200);
  await response.arrayBuffer();
}

/** The open connections of this process, once there are at most so many or after five seconds. */
async function openSockets(most: number): Promise<number> {
  const count = () => process.getActiveResourcesInfo().filter((resource) => /TCPSocketWrap/.test(resource)).length;
  for (let tries = 0; tries < 100 && count() > most; tries += 1) await sleep(50);
  return count();
}

async function onPort(http: Server): Promise<HttpHost> {
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return { port: (http.address() as AddressInfo).port, close: () => closed(http) };
}

function closed(http: Server): Promise<void> {
  return new Promise((resolve) => {
    http.close(() => resolve());
    http.closeAllConnections();
  });
}
