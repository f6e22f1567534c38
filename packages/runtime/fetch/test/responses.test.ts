import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  byStatus,
  createCaller,
  download,
  headersOnly,
  json,
  nothing,
  onlyStatuses,
  operation,
  text,
} from '../src/codegen.js';
import type { Operation } from '../src/codegen.js';
import type { Decoder } from '../src/response/decoder.js';
import {
  ApiError,
  ConnectionError,
  InputError,
  isErrorOf,
  ProtocolError,
  type CallOptions,
  type StatusResult,
} from '../src/index.js';
import { listen, serve, type TestResponse } from './testing/server.js';

async function read<T>(response: Decoder<T>, sent: TestResponse | undefined, options: CallOptions = {}) {
  const server = await serve(() => sent);
  const get = operation({ id: 'ThingGet', method: 'GET', path: '/things' }, { response });
  const result = await createCaller({ baseUrl: server.url }).call(get, undefined, options);
  return { result, accept: server.requests[0]?.headers.accept };
}

describe('decoders', () => {
  it('json', async () => {
    expect(await read(json(), { body: '{"a":1}' })).toEqual({ result: { a: 1 }, accept: 'application/json' });
    expect((await read(json('application/vnd.x+json'), { body: '[]' })).accept).toBe('application/vnd.x+json');
  });
  it.each([
    ['', 'an empty body'],
    ['<html>', '"<html>"'],
    ['<'.repeat(81), `"${'<'.repeat(80)}"`],
  ])('json rejects %o', async (body, start) => {
    const error = await read(json(), { body, headers: { 'content-type': 'text/html' } }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject({ code: 'RESPONSE_INVALID' });
    expect((error as Error).message).toMatch(/^The response of ThingGet \(GET http.*\) is not JSON: text\/html, /);
    expect((error as Error).message).toContain(`, ${start}. Check`);
  });
  it('text', async () => {
    expect(await read(text('application/xml'), { body: '<a/>' })).toEqual({
      result: '<a/>',
      accept: 'application/xml',
    });
  });
  it('nothing', async () => {
    expect((await read(nothing, { status: 204 })).result).toBeUndefined();
    expect((await read(nothing, { body: 'ignored' })).result).toBeUndefined();
  });
  it('headers', async () => {
    expect((await read(headersOnly(), { headers: { 'X-Total': '3' } })).result).toMatchObject({ 'x-total': '3' });
  });
  it('several statuses', async () => {
    type Result = StatusResult<200, { a: number }> | StatusResult<202, string> | StatusResult<204, void>;
    const decoder = byStatus<Result>({ 200: json(), 202: text(), 204: nothing });
    const { result, accept } = await read(decoder, { status: 202, body: 'later' });
    expect({ result, accept }).toEqual({
      result: { status: 202, body: 'later' },
      accept: 'application/json, text/plain',
    });
    expect((await read(decoder, { status: 204 })).result).toEqual({ status: 204, body: undefined });
    if (result.status === 200) expectTypeOf(result.body).toEqualTypeOf<{ a: number }>();
    await expect(read(decoder, { status: 203, body: '' })).rejects.toMatchObject({ code: 'RESPONSE_INVALID' });
    expect((await read(byStatus({ '2XX': text() }), { status: 207, body: 'x' })).result.status).toBe(207);
    expect((await read(byStatus({ default: text() }), { status: 200, body: 'x' })).result.body).toBe('x');
  });
});

describe('downloads', () => {
  const body = 'x'.repeat(200_000);
  it('reports progress', async () => {
    const progress: (number | undefined)[][] = [];
    const onProgress: CallOptions['onProgress'] = ({ loaded, total }) => progress.push([loaded, total]);
    const headers = { 'content-length': '200000' };
    const { result } = await read(download(), { body, headers }, { onProgress });
    expect(result.size).toBe(200_000);
    expect((await result.bytes()).length).toBe(200_000);
    expect(progress.at(-1)).toEqual([200_000, 200_000]);
  });
  it('are iterables, blobs and texts', async () => {
    let length = 0;
    for await (const chunk of (await read(download(), { body })).result) length += chunk.length;
    expect(length).toBe(200_000);
    const headers = { 'content-type': 'image/png' };
    const blob = await (await read(download('image/png'), { body, headers })).result.blob();
    expect([blob.size, blob.type]).toEqual([200_000, 'image/png']);
    expect(await (await read(download(), { body: 'é' })).result.text()).toBe('é');
  });
  it.each([
    ['attachment; filename="a b.txt"', 'a b.txt'],
    ['attachment; filename=x.txt', 'x.txt'],
    ["attachment; filename=x; filename*=UTF-8''%C3%A9.txt", 'é.txt'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment; filename="\\"old\\" a;b.txt"; size=3', '"old" a;b.txt'],
    ["attachment; filename*=UTF-8'en'%C3%A9.txt; filename=x", 'é.txt'],
    ["attachment; filename=x.txt; filename*=UTF-8''%E9.txt", 'x.txt'],
    ['attachment; x-filename=a; note="; filename=b"; filename=c d.txt', 'c d.txt'],
    ['inline', undefined],
  ])('%s', async (disposition, want) => {
    const { result } = await read(download(), { body, headers: { 'content-disposition': disposition } });
    expect(result.fileName).toBe(want);
    await result.body.cancel();
  });
});

describe('errors', () => {
  const failing = async (sent: TestResponse | undefined) => read(json(), sent).catch((error: unknown) => error);
  it.each<[body: string, message: string, parsed: unknown]>([
    ['{"title":"Bad","detail":"No name."}', 'No name.', { title: 'Bad', detail: 'No name.' }],
    ['{"message":"m"}', 'm', { message: 'm' }],
    ['{"error":{"message":"inner"}}', 'inner', { error: { message: 'inner' } }],
    ['plain', 'plain', 'plain'],
    ['<html>', 'status 404', '<html>'],
    ['', 'status 404', undefined],
    ['null', 'status 404', null],
  ])('%s', async (body, message, parsed) => {
    const error = (await failing({ status: 404, body })) as ApiError;
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 404, code: 'HTTP_404', body: parsed, operation: 'ThingGet', method: 'GET' });
    expect(error.message).toMatch(new RegExp(`^${message} \\(ThingGet: 404 to GET http://127.0.0.1:\\d+/things\\)$`));
  });
  it('narrows to the errors of an operation', async () => {
    const get: Operation<object, unknown, ApiError<404, { detail: string }> | ApiError<409, number>> = operation(
      { id: 'ThingGet', method: 'GET', path: '/' },
      { response: json() },
    );
    const error = await failing({ status: 404, body: '{"detail":"x"}' });
    if (!isErrorOf(get, error)) throw new Error('it is not');
    if (error.status === 404) expectTypeOf(error.body).toEqualTypeOf<{ detail: string }>();
    expect(isErrorOf({ ...get, id: 'Other' }, error)).toBe(false);
  });
  it('are the statuses of `default`, although they are successful', async () => {
    const sent = { status: 202, body: '{"detail":"Later."}' };
    const failure = read(onlyStatuses([200, 201], json('application/x+json')), sent);
    await expect(failure).rejects.toMatchObject({ code: 'HTTP_202', body: { detail: 'Later.' } });
    const wanted = { result: { detail: 'Later.' }, accept: 'application/x+json' };
    expect(await read(onlyStatuses([202], json('application/x+json')), sent)).toEqual(wanted);
  });
  it('say that there was no response', async () => {
    expect(await failing(undefined)).toBeInstanceOf(ConnectionError);
    const get = operation({ id: 'ThingGet', method: 'GET', path: '/a?b' }, { response: json() });
    const error = createCaller({ baseUrl: 'http://127.0.0.1:1' }).call(get);
    await expect(error).rejects.toMatchObject({
      code: 'NO_RESPONSE',
      message: 'ThingGet (GET http://127.0.0.1:1/a) got no complete response.',
    });
  });
  it('say that a body is cut', async () => {
    const server = await listen((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{');
      setTimeout(() => response.destroy(), 20);
    });
    const get = operation({ id: 'ThingGet', method: 'GET', path: '/' }, { response: json() });
    await expect(createCaller({ baseUrl: server.url }).call(get)).rejects.toBeInstanceOf(ConnectionError);
  });
  it('name the missing base URL', async () => {
    const get = operation({ id: 'ThingGet', method: 'GET', path: '/' }, { response: json() });
    await expect(createCaller().call(get)).rejects.toBeInstanceOf(InputError);
  });
});
