// A server in a separate process: `server.mjs KIND PORT`. Messages select what its handlers do.
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { createServer, fastifyPlugin, reply, session } from '@lading/server';
import express from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';

const [, , kind = 'listen', port = '0'] = process.argv;
const errors = [];
process.on('unhandledRejection', (error) => process.exit(error ? 70 : 71));

// A list of 100 containers, about 60 KB.
const list = Array.from({ length: 100 }, (_, index) => ({
  Id: String(index).padStart(64, '0'),
  Names: [`/container-${index}`],
  Image: 'alpine',
  ImageID: `sha256:${'0'.repeat(64)}`,
  Command: 'sleep infinity',
  Created: 1_700_000_000,
  Ports: [],
  Labels: { description: 'x'.repeat(200) },
  State: 'running',
  Status: 'Up 3 hours',
  HostConfig: { NetworkMode: 'default' },
  NetworkSettings: { Networks: {} },
  Mounts: [],
}));

const slow = () => new Writable({ write: (_chunk, _encoding, done) => void setTimeout(done, 1) });
const uses = {
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
  'waits for the signal': ({ signal }) => (signal.aborted ? undefined : once(signal, 'abort').then(() => undefined)),
};
let use = uses['stops reading early'];

const handlers = {
  container: {
    list: () => list,
    putArchive: (call) => use(call),
    attach: () => session(async ({ stdin, stdout }) => void (await pipeline(stdin, stdout, { end: false }))),
    start: () => reply(304),
  },
  exec: { start: () => session(async ({ stdin }) => void stdin.resume()) },
};
const server = createServer(handlers, { checkResponses: false, onError: (error) => errors.push(String(error)) });

const listening = (http) => once(http.listen(Number(port), '127.0.0.1'), 'listening');
const hosts = {
  listen: () => server.listen({ port: Number(port) }),
  Express: () => listening(createHttpServer(express().use(server.middleware)).on('upgrade', server.upgrade)),
  Fastify: async () => {
    const app = fastify();
    await app.register(fastifyPlugin(server));
    await app.listen({ port: Number(port), host: '127.0.0.1' });
  },
  Hono: () =>
    new Promise((resolve) => {
      const app = new Hono().all('*', ({ req, env }) => server.fetch(req.raw, env));
      serve({ fetch: app.fetch, port: Number(port), hostname: '127.0.0.1' }, resolve).on('upgrade', server.upgrade);
    }),
  'node:http': () =>
    listening(
      createHttpServer((_request, response) => {
        const body = JSON.stringify(list);
        response.writeHead(200, { 'Content-Length': Buffer.byteLength(body) }).end(body);
      }),
    ),
};
await hosts[kind]();

process.on('message', async (question) => {
  if (typeof question === 'object') {
    use = uses[question.use];
    errors.length = 0;
    process.send({ use: question.use });
    return;
  }
  if (question === 'uses') return void process.send(Object.keys(uses));
  // Connections that remain after the clients have disconnected.
  for (let tries = 0; tries < 50 && open() > 0; tries += 1) await sleep(100);
  globalThis.gc();
  process.send({ open: open(), heap: process.memoryUsage().heapUsed, errors: [...new Set(errors)] });
});
process.send('ready');

/** The number of open client connections. */
function open() {
  return process.getActiveResourcesInfo().filter((name) => /TCPSocketWrap/.test(name)).length;
}
