/** Tests an engine that does not ask for the body of a request. */
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { openBridge } from './bridge-scene.js';

const long = 'a'.repeat(100_000);

it('an engine that never asks for bodies is waited for once', async () => {
  const received: unknown[] = [];
  const scene = await openBridge(
    (request, response) => {
      void text(request).then((body) => {
        received.push([request.headers.expect, body]);
        response.writeHead(204).end();
      });
    },
    undefined,
    { as: '1.44', ignoresExpect: true },
  );
  for (const body of [long, long, 'short']) {
    const { status } = await scene.ask({ path: '/v1.44/containers/a/archive?path=/', method: 'PUT' }, body);
    expect(status).toBe(204);
  }
  expect(received).toEqual([
    ['100-continue', long],
    [undefined, long],
    [undefined, 'short'],
  ]);
  await scene.close();
});

it('a short body is not announced, so that no engine is waited for', async () => {
  const received: unknown[] = [];
  const scene = await openBridge(
    (request, response) => {
      received.push(request.headers.expect);
      request.resume().once('end', () => response.writeHead(201).end());
    },
    undefined,
    { as: '1.44', ignoresExpect: true },
  );
  const headers = { 'content-type': 'application/json', 'content-length': 2 };
  // One is converted, the other forwarded.
  for (const path of ['/v1.30/containers/create', '/v1.44/containers/create']) {
    expect((await scene.ask({ path, method: 'POST', headers }, '{}')).status).toBe(201);
  }
  expect(received).toEqual([undefined, undefined]);
  await scene.close();
});
