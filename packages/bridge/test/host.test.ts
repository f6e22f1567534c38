/** Tests that the bridge has the host of the servers: order, bounds, heads, malformed requests, sockets. */
import type { RequestListener } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '../src/index.js';
import { openBridge, until, type BridgeScene } from './bridge-scene.js';

async function open(...parts: Parameters<typeof openBridge>): Promise<BridgeScene> {
  const scene = await openBridge(...parts);
  onTestFinished(() => scene.close());
  return scene;
}

const host = 'Host: a\r\n';
const json = { 'content-type': 'application/json' };
const ok: RequestListener = (request, response) => {
  request.resume();
  response.writeHead(200, json).end('[]');
};

it('sends the requests of a connection to the engine in order, each after the response to the one before', async () => {
  const events: string[] = [];
  const scene = await open((request, response) => {
    const name = `${request.method} ${request.url}`;
    events.push(`begin ${name}`);
    request.resume().on('end', () =>
      setTimeout(() => {
        events.push(`end ${name}`);
        response.writeHead(name.includes('create') ? 201 : 204, json).end(name.includes('create') ? '{"Id":"a"}' : '');
      }, 20),
    );
  });
  const create = `POST /v1.41/containers/create?name=ord HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 13\r\n\r\n{"Image":"a"}`;
  const posts = ['ord/start', 'ord/rename?name=ord2', 'ord2/stop'].map(
    (path) => `POST /v1.41/containers/${path} HTTP/1.1\r\n${host}Content-Length: 0\r\n\r\n`,
  );
  const remove = `DELETE /v1.41/containers/ord2?force=1 HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;
  const received = await text(scene.raw([create, ...posts, remove].join('')));
  expect(received.match(/HTTP\/1\.1 \d+/g)?.map((line) => line.slice(9))).toEqual(['201', '204', '204', '204', '204']);
  const begun = events.filter((event) => event.startsWith('begin')).map((event) => event.slice(6));
  expect(events).toEqual(begun.flatMap((name) => [`begin ${name}`, `end ${name}`]));
  expect(begun.map((name) => name.replace(/.*\/containers\//, ''))).toEqual([
    'create?name=ord',
    'ord/start',
    'ord/rename?name=ord2',
    'ord2/stop',
    'ord2?force=1',
  ]);
});

it('has one connection to the engine for each client, however much it pipelines, and serves others meanwhile', async () => {
  const scene = await open((request, response) => {
    response.writeHead(200, json).end(request.url?.includes('/json') ? `[${' '.repeat(20_000)}]` : 'OK');
  });
  const clients = Array.from({ length: 10 }, () => {
    const client = scene.raw(`GET /v1.41/containers/json HTTP/1.1\r\n${host}\r\n`.repeat(3000));
    client.on('data', () => undefined).pause();
    return client;
  });
  // It reads what has arrived first.
  await scene.ask({ path: '/v1.41/_ping' });
  await sleep(300);
  const begin = performance.now();
  expect((await scene.ask({ path: '/v1.41/_ping' })).body).toBe('OK');
  expect(performance.now() - begin).toBeLessThan(400);
  expect(scene.connections()).toBeLessThanOrEqual(2 * clients.length);
  for (const client of clients) client.destroy();
  await until(() => scene.connections() <= 1, 4);
});

it('accepts 900 KB of headers, and passes them on; responds to more than 1 MiB with 431', async () => {
  const scene = await open(
    (request, response) => {
      response.writeHead(200, json).end(`"${String(request.headers['x-registry-config']).length}"`);
    },
    undefined,
    { as: '1.44', maxEngineHeaders: 2_000_000 },
  );
  const ask = (length: number): Promise<{ status: number; body: string }> =>
    scene.ask({ method: 'POST', path: '/v1.44/build', headers: { 'x-registry-config': 'a'.repeat(length) } });
  expect(await ask(900_000)).toMatchObject({ status: 200, body: '"900000"' });
  expect(await ask(1_100_000)).toMatchObject({ status: 431 });
});

it.each([
  ['a length and chunks', `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ['two lengths', `Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
  ['a bad chunk', `Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
  ['a header without a colon', `nonsense\r\n\r\n`, 400],
  ['a header that is too long', `X: ${'a'.repeat(2_000_000)}\r\n\r\n`, 431],
])('responds to %s', async (_, rest, status) => {
  const scene = await open(ok);
  const received = await text(
    scene.raw(`POST /v1.41/containers/create HTTP/1.1\r\n${host}Content-Type: application/json\r\n${rest}`),
  );
  expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} [^]*\\r\\n\\r\\n\\{"message":"[^"]+"\\}\\n$`));
});

it('keeps the connection of a request that asks for an upgrade where there is none', async () => {
  const scene = await open(ok);
  const upgrade = `GET /v1.41/containers/json HTTP/1.1\r\n${host}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n\r\n`;
  const last = `GET /v1.41/containers/json HTTP/1.1\r\n${host}Connection: close\r\n\r\n`;
  expect((await text(scene.raw(`${upgrade}${upgrade}${last}`))).match(/HTTP\/1\.1 200/g)).toHaveLength(3);
});

it('refuses a group that does not exist', async () => {
  const options = { engine: 'unix:///none', as: '1.44' };
  await expect(listen({ address: 'unix:///tmp/none.sock', group: 'no-such-group', ...options })).rejects.toThrow(
    'group "no-such-group": /etc/group has no such group',
  );
});
