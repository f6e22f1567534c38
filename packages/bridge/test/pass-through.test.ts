/** Tests requests without a body, of a version that has been used before: their responses are forwarded as bytes if nothing differs. */
import { text } from 'node:stream/consumers';
import { request, type RequestListener } from 'node:http';
import { afterAll, expect, it } from 'vitest';
import { openBridge, type BridgeScene } from './bridge-scene.js';
import { versions } from '../src/convert/conversions.js';

const newest = versions.at(-1) ?? '';

const scenes: BridgeScene[] = [];
afterAll(() => Promise.all(scenes.map((scene) => scene.close())));

/** Opens a bridge of which 1.41 has been used before. */
async function openUsed(engine: RequestListener, maxJson?: number): Promise<BridgeScene> {
  const scene = await openBridge(
    (request, response) => (request.url === '/v1.44/_ping' ? void response.end('OK') : engine(request, response)),
    undefined,
    { as: '1.44', ...(maxJson !== undefined && { maxJson }) },
  );
  scenes.push(scene);
  await scene.ask({ path: '/v1.41/_ping' });
  return scene;
}

const json = { 'Content-Type': 'application/json', 'Api-Version': '1.44' };

it('a list in which nothing differs is the same bytes, with the same headers', async () => {
  const bytes = '[ {"Id":"a","Created":1.0,"Mounts":[{"Type":"volume","RW":true}]} ]\n';
  const scene = await openUsed((request, response) => {
    const headers = { ...json, 'X-Url': request.url, 'Set-Cookie': ['a', 'b'], 'X-Hop': 'no', Connection: 'X-Hop' };
    response.writeHead(200, headers).end(bytes);
  });
  const { status, headers, body } = await scene.ask({ path: '/v1.41/containers/json?all=true&filters=%7B%7D' });
  expect({ status, body }).toEqual({ status: 200, body: bytes });
  expect(headers).toMatchObject({
    'api-version': newest,
    'x-url': '/v1.44/containers/json?all=true&filters=%7B%7D',
    'set-cookie': ['a', 'b'],
  });
  expect(headers).not.toHaveProperty('x-hop');
});

it('a response in which something differs is converted, without a second request', async () => {
  let requests = 0;
  const scene = await openUsed((_request, response) => {
    requests += 1;
    response.writeHead(200, json).end('{"HostConfig":{},"Size":12345678901234567890}');
  });
  const { headers, body } = await scene.ask({ path: '/v1.41/containers/a/json' });
  expect(body).toBe('{"HostConfig":{"ConsoleSize":[0,0]},"Size":12345678901234567890}\n');
  expect(headers).toMatchObject({ 'content-length': String(body.length), 'api-version': newest });
  expect(requests).toBe(1);
});

it('a list in which each entry differs is converted, and its query stays as it was written', async () => {
  const urls: (string | undefined)[] = [];
  const scene = await openUsed(({ url }, response) => {
    urls.push(url);
    response.writeHead(200, json).end('[{"Size":1.50,"RepoTags":["é"]}]\n');
  });
  await scene.ask({ path: '/v1.43/_ping' });
  const { headers, body } = await scene.ask({ path: '/v1.43/images/json?all=True&filters={}' });
  expect(body).toBe('[{"Size":1.50,"RepoTags":["é"],"VirtualSize":1.50}]\n');
  expect(headers).toMatchObject({ 'content-length': String(Buffer.byteLength(body)), 'api-version': newest });
  expect(urls).toEqual(['/v1.44/images/json?all=True&filters={}']);
});

it('a list that arrives in pieces is whole', async () => {
  const scene = await openUsed((_request, response) => {
    response.writeHead(200, json).write('[{"Id":');
    setTimeout(() => response.end('"a"}]\n'), 20);
  });
  expect((await scene.ask({ path: '/v1.41/containers/json' })).body).toBe('[{"Id":"a"}]\n');
});

it('a list that is too long is refused', async () => {
  const scene = await openUsed((_request, response) => {
    response.writeHead(200, json).end(`["${'a'.repeat(100)}"]`);
  }, 50);
  const { status, body } = await scene.ask({ path: '/v1.41/containers/json' });
  expect([status, body]).toEqual([502, '{"message":"the body is longer than 50 bytes"}\n']);
});

it('other bytes arrive as soon as the engine sends them', async () => {
  let end = (): void => undefined;
  const scene = await openUsed((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/x-tar', Trailer: 'X-Sum' }).write('first');
    end = () => void (response.addTrailers({ 'X-Sum': 'sum' }), response.end(' last'));
  });
  const whole = await new Promise((resolve) => {
    request({ socketPath: scene.socket, path: '/v1.41/containers/a/export', agent: false }, (response) => {
      response.once('data', (chunk: Buffer) => {
        response.unshift(chunk);
        end();
        void text(response).then((body) => resolve([String(chunk), body, response.trailers]));
      });
    }).end();
  });
  expect(whole).toEqual(['first', 'first last', { 'x-sum': 'sum' }]);
});

it('an engine that closes the connection without a response is asked once more', async () => {
  let requests = 0;
  const scene = await openUsed((request, response) => {
    requests += 1;
    if (requests === 1) request.socket.destroy();
    else response.writeHead(200, json).end('[]');
  });
  expect((await scene.ask({ path: '/v1.41/containers/json' })).body).toBe('[]');
});

it('a response in many pieces awaits a slow client once', async () => {
  const piece = 'x'.repeat(512);
  const scene = await openUsed((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/plain' });
    response.cork();
    for (let count = 0; count < 200; count += 1) response.write(piece);
    // Node 22 and 24 write the end of a corked response before its pieces.
    response.uncork();
    response.end();
  });
  const warnings: Error[] = [];
  const note = (warning: Error): unknown => warnings.push(warning);
  process.on('warning', note);
  const { body } = await scene.ask({ path: '/v1.41/containers/a/export' });
  await new Promise(setImmediate);
  process.off('warning', note);
  expect(body.length).toBe(200 * piece.length);
  expect(warnings).toEqual([]);
});
