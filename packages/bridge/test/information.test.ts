/** Tests informational responses (1xx) of the engine, which reach the client before the response. */
import type { RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { openBridge } from './bridge-scene.js';

const informing: RequestListener = (request, response) => {
  request.resume();
  response.writeProcessing();
  response.writeEarlyHints({ link: '</a>; rel=preload', 'x-own': 'b' });
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"Id":"a","Warnings":[]}');
};

it.each([
  ['forwarded on a connection that is used again', 'GET /v1.44/containers/json'],
  ['converted', 'GET /v1.24/images/a/json'],
  ['forwarded on a connection of its own', 'POST /v1.44/containers/a/start'],
  ['converted, on a connection of its own', 'POST /v1.30/containers/create'],
])('they are sent on where the request is %s', async (_what, line) => {
  const scene = await openBridge(informing, undefined, { as: '1.44' });
  const client = scene.raw(`${line} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
  const [first, second, third] = (await text(client)).split('\r\n\r\n');
  expect(first).toBe('HTTP/1.1 102 Processing');
  expect(second).toBe('HTTP/1.1 103 Early Hints\r\nlink: </a>; rel=preload\r\nx-own: b');
  expect(third).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  await scene.close();
});

it('clients of HTTP/1.0 get none', async () => {
  const scene = await openBridge(informing, undefined, { as: '1.44' });
  const client = scene.raw('GET /v1.44/containers/json HTTP/1.0\r\n\r\n');
  expect(await text(client)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  await scene.close();
});
