/** What generated clients send arrives at generated servers, in every style: a sample of what `any-api.mjs encodings` sends. */
import { expect, inject, it } from 'vitest';
import { loadGenerated } from '../workspace/generated.mjs';
import { allCells } from '../encodings/cells.mjs';
import { arrives, sendAll } from '../encodings/run.mjs';

it('sends every value so that it arrives, or refuses it', { timeout: 120_000 }, async () => {
  const cells = allCells.filter((_, index) => inject('isFullRun') || index % 9 === 0);
  const { sent, refused } = await sendAll(cells);
  expect(refused).toEqual([]);
  expect(sent.filter((one) => !arrives(one)).map(({ cell, value, text }) => [cell.id, value, text])).toEqual([]);
  const refusedByClient = sent.filter(({ request }) => request === undefined);
  expect(refusedByClient.length).toBeLessThan(sent.length * 0.12);
});

it('sends the parts of a form with the media types of their content', { timeout: 60_000 }, async () => {
  const text = (contentMediaType: string) => ({ type: 'string', contentMediaType });
  const properties = {
    drawing: text('image/svg+xml'),
    note: text('application/json'),
    notes: { type: 'array', items: text('application/json') },
    photo: { anyOf: [text('image/png'), { type: 'null' }] },
  };
  const content = { 'multipart/form-data': { schema: { type: 'object', properties } } };
  const operation = { operationId: 'send', requestBody: { required: true, content }, responses: { 204: {} } };
  const info = { title: 'Parts', version: '1.0' };
  const { client, server } = await loadGenerated({ openapi: '3.1.0', info, paths: { '/send': { post: operation } } });
  let received: Record<string, unknown> = {};
  let photo: unknown;
  const fallback = async ({
    body,
  }: {
    readonly body: typeof received & { readonly photo: { bytes(): Promise<unknown> } };
  }) => {
    received = body;
    photo = await body.photo.bytes();
    return server.reply(204);
  };
  const running = server.createServer({}, { fallback });
  let sent = '';
  const fetch = async (url: string, init: RequestInit) => {
    sent = await new Request(url, init).text();
    return running.fetch(new Request(url, init));
  };
  const body = { drawing: '<svg/>', note: '"a"', notes: ['[1]'], photo: new Uint8Array([0x89, 0xff, 0]) };
  const caller = client.createCaller({ baseUrl: 'http://parts', fetch });
  const send = Object.values<{ readonly path?: string }>(client).find(({ path }) => path === '/send');
  await caller.call(send, { body });
  const types = [...sent.matchAll(/name="(\w+)".*\r\ncontent-type: (.*)\r\n/g)].map(([, name, type]) => [name, type]);
  expect(types).toEqual([
    ['drawing', 'image/svg+xml'],
    ['note', 'application/json'],
    ['notes', 'application/json'],
    ['photo', 'image/png'],
  ]);
  expect(received).toMatchObject({ drawing: '<svg/>', note: '"a"', notes: ['[1]'] });
  expect(new Uint8Array(photo as Buffer)).toEqual(body.photo);
});

it('sends the whole query as a form, and several cookies in headers of their own', { timeout: 60_000 }, async () => {
  const properties = { q: { type: 'string' }, list: { type: 'array', items: { type: 'integer' } } };
  const schema = { type: 'object', properties: { ...properties, at: { type: 'object' } }, additionalProperties: false };
  const content = { 'application/x-www-form-urlencoded': { schema } };
  const cookies = { schema: { type: 'array', items: { type: 'string' } } };
  const operation = {
    operationId: 'search',
    parameters: [{ name: 'q', in: 'querystring', content }],
    responses: { 200: { description: 'Found.', headers: { 'Set-Cookie': cookies } } },
  };
  const info = { title: 'Search', version: '1.0' };
  const { client, server } = await loadGenerated({ openapi: '3.2.0', info, paths: { '/search': { get: operation } } });
  let received: unknown;
  const fallback = ({ query }: { readonly query: unknown }) => {
    received = query;
    return server.reply(200, undefined, { 'Set-Cookie': ['a=1; Path=/', 'b=2'] });
  };
  const running = server.createServer({}, { fallback });
  let response: Response = new Response();
  const fetch = async (url: string, init: RequestInit) => {
    response = await running.fetch(new Request(url, init));
    return response.clone();
  };
  const caller = client.createCaller({ baseUrl: 'http://search', fetch });
  const search = Object.values<{ readonly path?: string }>(client).find(({ path }) => path === '/search');
  const q = { q: 'a&b', list: [1, 2], at: { x: 1 } };
  await caller.call(search, { q });
  expect(received).toEqual({ q });
  expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2']);
  await expect(caller.call(search, { q: { more: 1 } })).rejects.toMatchObject({ status: 400 });
});
