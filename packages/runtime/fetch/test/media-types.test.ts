import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  bodies,
  createCaller,
  download,
  form,
  json,
  operation,
  raw,
  text,
  type Download,
  type Operation,
} from '../src/codegen.js';
import type { ApiError } from '../src/index.js';
import { serve } from './testing/server.js';

interface Accepts {
  readonly 'text/csv': string;
  readonly 'application/zip': Download;
}

const send: Operation<object, number, ApiError, Accepts> = operation(
  { id: 'ThingSend', method: 'POST', path: '/', body: ['application/json'] },
  {
    response: json(),
    accepts: { 'text/csv': text('text/csv'), 'application/zip': download('application/zip') },
    bodies: bodies({ 'application/x-www-form-urlencoded': { content: form }, 'text/csv': { content: raw } }),
  },
);

async function client() {
  const server = await serve(() => ({ body: '1' }));
  return { ...createCaller({ baseUrl: server.url }), requests: server.requests };
}

describe('the media type', () => {
  it('of a response is that of the option `accept`', async () => {
    const { call, requests } = await client();
    const plain = await call(send, {});
    const csv = await call(send, {}, { accept: 'text/csv' });
    const zip = await call(send, {}, { accept: 'application/zip' });
    expectTypeOf(plain).toEqualTypeOf<number>();
    expectTypeOf(csv).toEqualTypeOf<string>();
    expectTypeOf(zip).toEqualTypeOf<Download>();
    expect([plain, csv, await zip.text()]).toEqual([1, '1', '1']);
    const accepts = requests.map(({ headers }) => headers.accept);
    expect(accepts).toEqual(['application/json', 'text/csv', 'application/zip']);
  });
  it('of a body is that of the input', async () => {
    const { call, requests } = await client();
    await call(send, { body: { a: 'b c' } });
    await call(send, { body: { a: 'b c' }, contentType: 'application/json' });
    await call(send, { body: { a: 'b c' }, contentType: 'application/x-www-form-urlencoded' });
    await call(send, { body: 'a,b', contentType: 'text/csv' });
    expect(requests.map(({ headers, body }) => `${headers['content-type']} ${body}`)).toEqual([
      'application/json {"a":"b c"}',
      'application/json {"a":"b c"}',
      'application/x-www-form-urlencoded a=b+c',
      'text/csv a,b',
    ]);
  });
  it.each([
    [{ contentType: 'image/png' }, {}],
    [{ contentType: 'constructor' }, {}],
    [{}, { accept: 'image/png' }],
    [{}, { accept: 'toString' }],
  ])('%j, %j is refused if the API does not declare it', async (input, options) => {
    const { call, requests } = await client();
    const failed = call<object, number>(send, { body: '', ...input }, options as object);
    await expect(failed).rejects.toMatchObject({ code: 'MEDIA_TYPE' });
    expect(requests).toEqual([]);
  });
  it('of a body is in a declared range', async () => {
    const { call, requests } = await client();
    const put: Operation<object, number> = operation(
      { id: 'ThingPut', method: 'PUT', path: '/', body: ['image/*', 'text/csv'] },
      { response: json(), content: raw, bodies: bodies({ 'text/csv': { content: raw } }) },
    );
    await call(put, { body: 'a', contentType: 'image/png' });
    await call(put, { body: new Blob(['a'], { type: 'image/gif' }) });
    await call(put, { body: 'a' }, { headers: { 'Content-Type': 'image/webp' } });
    await call(put, { body: 'a', contentType: 'text/csv' });
    expect(requests.map(({ headers }) => headers['content-type'])).toEqual([
      'image/png',
      'image/gif',
      'image/webp',
      'text/csv',
    ]);
    for (const contentType of ['image/*', 'video/mp4', undefined])
      await expect(call(put, { body: 'a', contentType })).rejects.toMatchObject({ code: 'MEDIA_TYPE' });
  });
  it('of the input is a parameter like any other if there is no choice', async () => {
    const { call, requests } = await client();
    const get = operation({ id: 'A', method: 'GET', path: '/', query: { contentType: 'plain' } }, { response: json() });
    await call(get, { contentType: 'x' } as never);
    expect(requests[0]?.url).toBe('/?contentType=x');
  });
});
