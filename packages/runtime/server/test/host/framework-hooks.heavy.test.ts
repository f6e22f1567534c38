/** Hooks of frameworks apply to upgrades too, and routes of the framework are not affected by upgrade requests. */
import type { EventEmitter } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { serve } from '@hono/node-server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEngineServer, fastifyPlugin, type EngineServer, type FastifyLike } from '../../src/index.js';
import { contract } from '../conformance/contract.js';
import { engine, type Seen } from '../conformance/engine.js';
import { talk, type Target } from '../conformance/target.js';
import { responsesOf } from '../fuzz/responses.js';

interface GuardedFramework {
  readonly name: string;
  /** The prefix of every path of the server. */
  readonly prefix: string;
  /**
   * Starts a framework that requires a token, with our server and a separate route, `POST /own`, which returns the
   * body.
   */
  readonly open: (server: EngineServer) => Promise<Server>;
}

/** `on` of a server as `@types/node` declares it from 25 on. */
interface NewerServer {
  on(event: string | symbol, listener: Parameters<EventEmitter['on']>[1]): unknown;
}

const listening = (http: Server): Promise<Server> =>
  new Promise((resolve) => http.listen(0, '127.0.0.1', () => resolve(http)));

function expressApp(server: EngineServer, prefix: string): Promise<Server> {
  const app = express();
  app.use((request, response, next) => {
    if (request.headers['x-token'] === 'secret') next();
    else response.status(401).end('who are you');
  });
  app.use(prefix === '' ? '/' : prefix, server.middleware);
  app.post('/own', express.text({ type: '*/*' }), (request, response) => void response.send(`own ${request.body}`));
  return listening(createServer(app).on('upgrade', server.upgrade));
}

async function fastifyApp(server: EngineServer, prefix: string): Promise<Server> {
  const app = fastify();
  app.addHook('onRequest', async (request, response) => {
    if (request.headers['x-token'] !== 'secret') await response.code(401).send('who are you');
  });
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.post('/own', (request, response) => void response.send(`own ${String(request.body)}`));
  // The types of Fastify are made of those of Node.
  void (app.server as NewerServer satisfies FastifyLike['server']);
  await app.register(async (scope) => scope.register(fastifyPlugin(server)), { prefix });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app.server;
}

function honoApp(server: EngineServer, env: boolean): Promise<Server> {
  const app = new Hono();
  app.use('*', async (context, next) =>
    context.req.header('x-token') === 'secret' ? next() : context.text('who are you', 401),
  );
  app.post('/own', async (context) => context.text(`own ${await context.req.text()}`));
  app.all('*', (context) => server.fetch(context.req.raw, ...(env ? [context.env as object] : [])));
  return new Promise((resolve) => {
    const http = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(http as Server)) as Server;
    if (env) http.on('upgrade', server.upgrade);
  });
}

const frameworks: readonly GuardedFramework[] = [
  { name: 'Express', prefix: '', open: (server) => expressApp(server, '') },
  { name: 'Express with a prefix', prefix: '/engine', open: (server) => expressApp(server, '/engine') },
  { name: 'Fastify', prefix: '', open: (server) => fastifyApp(server, '') },
  { name: 'Fastify with a prefix', prefix: '/engine', open: (server) => fastifyApp(server, '/engine') },
  { name: 'Hono', prefix: '', open: (server) => honoApp(server, false) },
  { name: 'Hono on Node', prefix: '', open: (server) => honoApp(server, true) },
];

const upgrades: readonly string[] = [
  'Connection: Upgrade\r\nUpgrade: tcp\r\n',
  'Connection: keep-alive, Upgrade\r\nUpgrade: h2c\r\n',
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n',
  'connection: uPGRADE\r\nupgrade: TCP\r\n',
  'Upgrade: tcp\r\n',
  'Connection: Upgrade\r\nUpgrade: tcp, h2c, websocket\r\n',
  'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\nExpect: 100-continue\r\n',
];

describe.each(frameworks)('$name', ({ name, prefix, open }) => {
  const seen: Seen = { calls: [], abortedCalls: [] };
  const reachedHandlers: string[] = [];
  let server: EngineServer;
  let http: Server;
  let target: Target;

  beforeAll(async () => {
    const handlers = engine(seen);
    // Every handler records that it was called.
    const noting = Object.fromEntries(
      Object.entries(handlers).map(([group, methods]) => [
        group,
        Object.fromEntries(
          Object.entries(methods ?? {}).map(([verb, method]) => [
            verb,
            (call: never) => (reachedHandlers.push(verb), (method as (call: never) => unknown)(call)),
          ]),
        ),
      ]),
    );
    server = createEngineServer(contract, noting, { onError: () => undefined });
    http = await open(server);
    target = { port: (http.address() as AddressInfo).port, close: async () => undefined };
  });
  beforeEach(() => void reachedHandlers.splice(0));
  afterAll(async () => {
    await server.close({ timeout: 0 });
    await new Promise((resolve) => {
      http.close(resolve);
      http.closeAllConnections();
    });
  });

  it.each(upgrades)('calls its hook before every operation, with %j', async (headers) => {
    for (const { method, path } of Object.values(contract.operations)) {
      const url = `${prefix}${path.replace(/\{[^}]*\}/, 'a')}?path=/`;
      const text = await talk(target, [`${method} ${url} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`]);
      const [, status] = /^(?:HTTP\/1\.1 100 Continue\r\n\r\n)?HTTP\/1\.1 (\d+)/.exec(text) ?? [];
      expect({ method, path, status }).toEqual({ method, path, status: '401' });
    }
    expect(reachedHandlers).toEqual([]);
  });

  const token = 'Host: x\r\nX-Token: secret\r\n';

  it.each(upgrades.slice(0, 4))('serves its own routes unchanged, with %j', async (headers) => {
    const own = `POST /own HTTP/1.1\r\n${token}${headers}Content-Type: text/plain\r\n`;
    const text = await talk(target, [
      `${own}Content-Length: 3\r\n\r\none`,
      `${own}Transfer-Encoding: chunked\r\n\r\n3\r\ntwo\r\n0\r\n\r\n`,
      `POST /own HTTP/1.1\r\n${token}Connection: close\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nthree`,
    ]);
    // Without a listener for upgrades, Node drops requests that are pipelined after an upgrade request.
    const wanted = name === 'Hono' ? ['own one'] : ['own one', 'own two', 'own three'];
    expect(
      responsesOf(text)
        .map(({ body }) => body)
        .slice(0, wanted.length),
    ).toEqual(wanted);
  });

  it.each(upgrades.slice(0, 4))('serves operations without an upgrade unchanged, with %j', async (headers) => {
    const body = '{"Image":"x"}';
    const create = (connection: string): string =>
      `POST ${prefix}/containers/create HTTP/1.1\r\n${token}${connection}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    // Node itself does not respond to pipelined requests if the client then half-closes the connection.
    const all = [create(headers), create(headers), create('Connection: close\r\n')];
    const text = await talk(target, all, { end: name === 'Hono' });
    const statuses = responsesOf(text).map(({ status }) => status);
    expect(name === 'Hono' ? statuses.slice(0, 1) : statuses).toEqual(name === 'Hono' ? [201] : [201, 201, 201]);
  });

  it('upgrades after its hook, or responds immediately that it cannot', async () => {
    const text = await talk(target, [
      `POST ${prefix}/containers/tty/attach HTTP/1.1\r\n${token}${upgrades[0]}\r\n`,
      ...(name === 'Hono' ? [] : ['input']),
    ]);
    if (name === 'Hono') {
      expect(text).toMatch(/^HTTP\/1\.1 501 /);
      expect(text).toContain('ContainerAttach needs an upgraded connection');
    } else {
      expect(text).toMatch(/^HTTP\/1\.1 101 UPGRADED\r\n/);
      expect(text.endsWith('\r\n\r\nbegin input end')).toBe(true);
    }
  });

  it('upgrades after responses that are not yet sent', async () => {
    if (name === 'Hono') return;
    const text = await talk(target, [
      `POST ${prefix}/containers/a/wait HTTP/1.1\r\n${token}\r\n` +
        `POST ${prefix}/containers/tty/attach HTTP/1.1\r\n${token}${upgrades[0]}\r\n`,
      'input',
    ]);
    expect(text).toContain('{"StatusCode":7}');
    expect(text.endsWith('\r\n\r\nbegin input end')).toBe(true);
  });
});

describe('a server behind other middleware', () => {
  const serveAt = async (mount: (app: express.Express, server: EngineServer) => void): Promise<Target> => {
    const app = express();
    mount(app, createEngineServer(contract, engine({ calls: [], abortedCalls: [] }), { onError: () => undefined }));
    const http = await listening(createServer(app));
    return {
      port: (http.address() as AddressInfo).port,
      close: async () => {
        http.closeAllConnections();
        http.close();
      },
    };
  };

  it('serves requests that reached it at another path before', async () => {
    const target = await serveAt((app, server) => app.use('/containers', server.middleware).use(server.middleware));
    const request = `GET /containers/a/json HTTP/1.1\r\nHost: x\r\n`;
    const text = await talk(target, [`${request}\r\n${request}Connection: close\r\n\r\n`], { end: false });
    expect(responsesOf(text).map(({ status }) => status)).toEqual([200, 200]);
    await target.close();
  });

  it('responds to requests whose body was destroyed before', async () => {
    const target = await serveAt((app, server) =>
      app
        .use(async (request, _response, next) => {
          const failing = new Writable({ write: (_chunk, _encoding, done) => done(new Error('full')) });
          await pipeline(request, failing).catch(() => undefined);
          next();
        })
        .use(server.middleware),
    );
    const head = 'PUT /containers/a/archive?path=/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n';
    const text = await talk(target, [`${head}Content-Length: 4\r\n\r\nbody`], { end: false });
    // The body is destroyed, which the handler notices. Only this request fails.
    expect(text).toMatch(/^HTTP\/1\.1 \d{3} /);
    await target.close();
  });
});
