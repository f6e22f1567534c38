/** Tests what operators need: limits, monitoring, handlers of the Fetch standard, connections that are used again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createBridge, type BridgeHook } from '../src/index.js';
import { hostLimitsOf } from '../src/limits.js';
import { openBridge, until, type BridgeScene } from './bridge-scene.js';
import { versions } from '../src/convert/conversions.js';

const command = join(import.meta.dirname, '../bin/bridge.mjs');

async function open(...parts: Parameters<typeof openBridge>): Promise<BridgeScene> {
  const scene = await openBridge(...parts);
  onTestFinished(() => scene.close());
  return scene;
}

const images: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'api-version': '1.44' }).end('[{"Id":"i","Size":5}]');
};

it('tells its owner of its own mistakes alone', async () => {
  const errors: unknown[] = [];
  const hook: BridgeHook = { operations: ['ImageList'], around: () => Promise.reject(new Error('secret')) };
  const onError = (error: unknown) => void errors.push(error);
  const scene = await open((request) => request.socket.destroy(), undefined, { as: '1.44', hooks: [hook], onError });
  const statuses = ['/v1.44/info', '/v1.11/info', '/v1.44/images/%FF/json'].map((path) => scene.ask({ path }));
  expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([502, 400, 400]);
  expect(errors).toEqual([]);
  const { status, body } = await scene.ask({ path: '/v1.44/images/json' });
  expect([status, body, errors]).toEqual([500, '{"message":"the bridge has failed"}\n', [new Error('secret')]]);
});

describe('limits', () => {
  it('are in seconds, with the defaults of hosts', () => {
    const defaults = { headers: 1024 * 1024, firstByte: 60_000, silence: 0, halfClosed: 0, connections: 10_000 };
    expect(hostLimitsOf({})).toMatchObject(defaults);
    const limits = hostLimitsOf({ head: 2, idle: 3, halfClosed: 4 });
    expect(limits).toMatchObject({ firstByte: 2000, silence: 3000, halfClosed: 4000 });
  });

  it('of a JSON body that is converted', async () => {
    const scene = await open(images, undefined, { as: '1.44', maxJson: 100 });
    const headers = { 'content-type': 'application/json' };
    const long = JSON.stringify({ Image: 'a'.repeat(100) });
    const options = { method: 'POST', headers };
    expect(await scene.ask({ path: '/v1.41/containers/create', ...options }, long)).toMatchObject({
      status: 413,
      body: '{"message":"the body is longer than 100 bytes"}\n',
    });
    // What is not converted has no limit.
    expect((await scene.ask({ path: '/v1.44/containers/create', ...options }, long)).status).toBe(200);
  });

  it('of the headers of a request', async () => {
    const scene = await open(images, undefined, { as: '1.44', limits: { headers: 1000 } });
    const long = scene.ask({ path: '/v1.44/info', headers: { 'x-long': 'a'.repeat(6000) } });
    expect(await long).toMatchObject({ status: 431, body: '{"message":"the headers are too large"}\n' });
    expect((await scene.ask({ path: '/v1.44/info' })).status).toBe(200);
  });

  it('of connections', async () => {
    const scene = await open(() => undefined, undefined, { as: '1.44', limits: { connections: 2 } });
    const clients = [1, 2, 3].map(() => scene.raw('GET /v1.44/info HTTP/1.1\r\nHost: a\r\n\r\n'));
    await new Promise((resolve) => clients[2]!.on('close', resolve));
    await until(() => scene.connections() === 2);
    expect(clients.map(({ destroyed }) => destroyed)).toEqual([false, false, true]);
  });

  it('of the time without a byte on a connection of which a half has ended', async () => {
    const scene = await open(
      images,
      (socket) => {
        socket.on('error', () => undefined).resume();
        socket.write('HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n');
      },
      { as: '1.44', limits: { halfClosed: 1 } },
    );
    const attach = 'POST /v1.44/containers/a/attach HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n';
    const [whole, halfClosed] = [scene.raw(attach), scene.raw(attach)] as const;
    for (const client of [whole, halfClosed]) await once(client, 'data');
    halfClosed.end();
    await once(halfClosed.resume(), 'close');
    expect(whole.destroyed).toBe(false);
  });

  it('of the time without a byte, upgraded or not', async () => {
    const scene = await open(
      () => undefined,
      (socket) => {
        socket
          .on('error', () => undefined)
          .on('end', () => socket.end())
          .resume();
        socket.write('HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\n');
      },
      { as: '1.44', limits: { idle: 1 } },
    );
    const upgrade = 'Connection: Upgrade\r\nUpgrade: tcp\r\n';
    const clients = ['', upgrade].map((more) =>
      scene.raw(`POST /v1.44/containers/a/attach HTTP/1.1\r\nHost: a\r\n${more}\r\n`),
    );
    const begin = performance.now();
    await Promise.all(clients.map((client) => once(client.resume(), 'end')));
    expect(performance.now() - begin).toBeGreaterThan(900);
    await until(() => scene.connections() === 0);
  });
});

describe('a handler of the Fetch standard', () => {
  async function fetchOf(onRequest: RequestListener) {
    const engine = createServer(onRequest);
    await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void engine.close().closeAllConnections());
    const entries: object[] = [];
    const bridge = await createBridge({
      engine: `tcp://127.0.0.1:${(engine.address() as AddressInfo).port}`,
      as: '1.44',
      onRequest: (entry) => entries.push(entry),
    });
    return {
      bridge,
      entries,
      ask: (path: string, init?: RequestInit) => bridge.fetch(new Request(`http://a${path}`, init)),
    };
  }

  it('converts', async () => {
    const { ask, entries } = await fetchOf(images);
    const response = await ask('/v1.24/images/json');
    expect([response.status, response.headers.get('api-version')]).toEqual([200, versions.at(-1)]);
    expect(await response.json()).toMatchObject([{ VirtualSize: 5 }]);
    expect(await (await ask('/v1.23/images/json')).json()).toMatchObject({
      message: expect.stringContaining('too old') as string,
    });
    expect(entries).toMatchObject([
      { client: '1.24', status: 200 },
      { client: '1.23', status: 400 },
    ]);
  });

  it('forwards bodies of both sides as bytes, and ends with the client', async () => {
    let closed = false;
    const { ask, entries } = await fetchOf((asked, response) => {
      response.writeHead(200, { 'content-type': 'application/x-tar' });
      asked.pipe(response, { end: false });
      response.on('close', () => (closed = true));
    });
    const leaves = new AbortController();
    const init = { method: 'PUT', body: 'archive', signal: leaves.signal };
    const response = await ask('/v1.44/containers/a/archive?path=/', init);
    const reader = response.body!.getReader();
    expect(Buffer.from((await reader.read()).value!).toString()).toBe('archive');
    leaves.abort();
    await until(() => closed);
    await until(() => entries.length === 1);
  });

  it('responds to HEAD, and without a body', async () => {
    const { ask } = await fetchOf((asked, response) => {
      response.writeHead(asked.method === 'HEAD' ? 200 : 204, { 'x-a': ['1', '2'] }).end();
    });
    const head = await ask('/v1.44/_ping', { method: 'HEAD' });
    expect([head.status, head.headers.get('x-a'), head.body]).toEqual([200, '1, 2', null]);
    expect((await ask('/v1.44/containers/a/start', { method: 'POST' })).status).toBe(204);
  });
});

describe('connections to the engine', () => {
  it('are used again by requests that change nothing', async () => {
    const sockets = new Set<Socket>();
    const scene = await open(
      (asked, response) => {
        sockets.add(asked.socket);
        images(asked, response);
      },
      undefined,
      { as: '1.44' },
    );
    for (let count = 0; count < 5; count += 1) await scene.ask({ path: '/v1.44/images/json' });
    expect(sockets.size).toBe(1);
    await scene.ask({ path: '/v1.44/containers/a/start', method: 'POST' });
    expect(sockets.size).toBe(2);
  });

  it('are opened again when the engine has closed them', async () => {
    let count = 0;
    const scene = await open(
      (asked, response) => {
        count += 1;
        // Closes the connection that is used again, without a response.
        if (count === 2) return void asked.socket.destroy();
        images(asked, response);
      },
      undefined,
      { as: '1.44' },
    );
    for (let round = 0; round < 3; round += 1) {
      expect((await scene.ask({ path: '/v1.44/images/json' })).status).toBe(200);
    }
    expect(count).toBe(4);
  });
});

it('forwards what follows a body', async () => {
  const scene = await open(
    (_request, response) => {
      response.writeHead(200, { trailer: 'X-Sum' }).write('text');
      response.addTrailers({ 'X-Sum': '7' });
      response.end();
    },
    undefined,
    { as: '1.44' },
  );
  const trailers = await new Promise((resolve, reject) => {
    const call = request({ socketPath: scene.socket, path: '/v1.44/info', agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.trailers));
    });
    call.on('error', reject).end();
  });
  expect(trailers).toEqual({ 'x-sum': '7' });
});

it('tells monitoring how it is', async () => {
  const folder = temporaryFolder();
  const [own, admin, engineSocket] = ['own', 'admin', 'engine'].map((name) => join(folder, `${name}.sock`));
  const engine = createServer(images);
  await new Promise<void>((resolve) => engine.listen(engineSocket, resolve));
  const words = [`--listen=unix://${own}`, `--engine=unix://${engineSocket}`, `--admin=unix://${admin}`, '--as=1.41'];
  const child = spawn(process.execPath, [command, ...words], { stdio: ['ignore', 'inherit', 'pipe'] });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await new Promise((resolve) => engine.close(resolve).closeAllConnections());
  });
  let printed = '';
  child.stderr!.on('data', (chunk) => (printed += String(chunk)));
  await expect.poll(() => printed).toContain(`lading-bridge: /healthz and /metrics on unix://${admin}`);
  const ask = (socketPath: string | undefined, path: string, method = 'GET', body?: string) =>
    new Promise<string>((resolve, reject) => {
      const headers = body === undefined ? {} : { 'content-type': 'application/json' };
      const call = request({ socketPath, path, method, headers, agent: false }, (response) => {
        text(response).then((content) => resolve(`${response.statusCode} ${content}`), reject);
      });
      call.on('error', reject).end(body);
    });
  expect(await ask(admin, '/healthz')).toBe('200 ok\n');
  await ask(own, '/v1.44/containers/create', 'POST', '{"HostConfig":{"Annotations":{"a":"b"}}}');
  await ask(own, '/v1.41/images/json');
  await ask(own, '/v9.9.9/images/json');
  const metrics = await ask(admin, '/metrics');
  for (const line of [
    'lading_bridge_requests_total{client="1.44",engine="1.41",status="200"} 1',
    'lading_bridge_requests_total{client="1.41",engine="1.41",status="200"} 1',
    'lading_bridge_requests_total{client="other",engine="none",status="400"} 1',
    'lading_bridge_conversions_total{operation="ContainerCreate"} 1',
    'lading_bridge_losses_total{loss="annotations"} 1',
    'lading_bridge_request_seconds_count{converted="true"} 1',
    'process_resident_memory_bytes ',
  ])
    expect(metrics).toContain(line);
  expect(await ask(admin, '/v1.44/info')).toBe('404 try /healthz or /metrics\n');
  await new Promise((resolve) => engine.close(resolve).closeAllConnections());
  expect(await ask(admin, '/healthz')).toBe('503 the engine does not respond\n');
});
