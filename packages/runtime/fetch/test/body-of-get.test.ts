/** A body of GET, which `fetch` refuses: sent where the platform can, an error before sending elsewhere. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bodyOfGet, createCaller, json, operation } from '../src/codegen.js';

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method, headers } = request;
    const text = JSON.stringify([method, headers['content-type'], headers['x-a'], Buffer.concat(chunks).toString()]);
    response.writeHead(request.url === '/gone' ? 410 : Number(request.url?.slice(1)) || 200, {
      'content-type': 'application/json',
      'x-b': '1',
    });
    response.end(text);
  });
});
let baseUrl = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const search = (path = '/search') =>
  operation<{ readonly body?: object }, unknown, never>(
    { id: 'Search', method: 'GET', path, body: { kind: 'json' } } as never,
    { response: json(), body: ['application/json'], transport: bodyOfGet } as never,
  );

it.each([
  [{ body: { q: 'ü' } }, ['GET', 'application/json', 'y', '{"q":"ü"}']],
  [{}, ['GET', null, 'y', '']],
])('sends %j', async (input, received) => {
  const { call } = createCaller({ baseUrl, headers: { 'x-a': 'y' } });
  expect(await call(search(), input)).toEqual(received);
});

it('has the errors and the cancellation of other calls', async () => {
  const { call } = createCaller({ baseUrl });
  await expect(call(search('/gone'), { body: {} })).rejects.toMatchObject({ status: 410 });
  const signal = AbortSignal.abort(new Error('no more'));
  await expect(call(search(), { body: {} }, { signal })).rejects.toThrow('no more');
  const { call: elsewhere } = createCaller({ baseUrl: 'http://127.0.0.1:9' });
  await expect(elsewhere(search(), { body: {} })).rejects.toMatchObject({ code: 'NO_RESPONSE' });
});

it.each([204, 205, 304])('has no body of a response of status %i', async (status) => {
  const response = await bodyOfGet(fetch)(`${baseUrl}/${status}`, { method: 'GET', body: '{}', headers: [] } as never);
  expect([response.status, response.body]).toEqual([status, null]);
});

it('leaves it to another function that sends requests', async () => {
  const { call } = createCaller({ baseUrl, fetch: async (_url, { body }) => Response.json(body) });
  expect(await call(search(), { body: { a: 1 } })).toBe('{"a":1}');
});

it('is an error on platforms that cannot', async () => {
  const { getBuiltinModule } = process;
  Object.assign(process, { getBuiltinModule: undefined });
  try {
    await expect(createCaller({ baseUrl }).call(search(), { body: {} })).rejects.toMatchObject({ code: 'BODY_OF_GET' });
  } finally {
    Object.assign(process, { getBuiltinModule });
  }
});
