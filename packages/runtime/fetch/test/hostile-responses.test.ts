import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createCaller, download, eventTexts, json, jsonLines, jsonSequence, operation, text } from '../src/codegen.js';
import { ApiError, ConnectionError, ProtocolError, type CallOptions, type Download } from '../src/index.js';
import type { Decoder } from '../src/response/decoder.js';
import { listen } from './testing/server.js';

async function read<T>(
  response: Decoder<T>,
  respond: Parameters<typeof listen>[0],
  options: CallOptions = {},
): Promise<T> {
  const server = await listen(respond);
  const get = operation({ id: 'ThingGet', method: 'GET', path: '/' }, { response });
  return createCaller({ baseUrl: server.url }).call<unknown, T>(get, undefined, options);
}

const collected = async <T>(items: AsyncIterable<T>): Promise<readonly T[]> => {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
};

const caught = (result: Promise<unknown>) => result.catch((error: unknown) => error);

describe('error responses', () => {
  const failing = async (body: string, end = true) =>
    (await caught(
      read(json(), (_, response) => {
        response.writeHead(422, { 'content-type': 'application/json' });
        if (end) response.end(body);
        else response.write(body, () => response.destroy());
      }),
    )) as ApiError;
  it('are read up to a limit', async () => {
    const { status, body, message } = await failing(`["${'x'.repeat(50_000_000)}"]`);
    expect(status).toBe(422);
    expect((body as string).slice(0, 4)).toBe('["xx');
    expect((body as string).length).toBeLessThan(2_000_000);
    expect(message.length).toBeLessThan(2000);
  });
  it('keep their status if the connection is lost', async () => {
    expect(await failing('{"detail":', false)).toMatchObject({ status: 422, body: '{"detail":' });
  });
  it('have short messages', async () => {
    expect((await failing(JSON.stringify({ detail: 'x'.repeat(100_000) }))).message.length).toBeLessThan(1200);
  });
  it('of any depth have a message', async () => {
    const depth = 5000;
    const error = await failing(`${'{"error":'.repeat(depth)}1${'}'.repeat(depth)}`);
    expect(error.message).toContain('status 422');
  });
});

describe('bodies that are lost', () => {
  const cut =
    (start: string): Parameters<typeof listen>[0] =>
    (_, response) => {
      response.writeHead(200).write(start);
      setTimeout(() => response.destroy(), 20);
    };
  it.each([
    ['JSON lines', jsonLines()],
    ['events', eventTexts()],
  ])('%s', async (_, decoder) => {
    const error = await caught(collected(await read<AsyncIterable<unknown>>(decoder, cut('1\n'))));
    expect(error).toBeInstanceOf(ConnectionError);
    expect((error as Error).message).toMatch(/^ThingGet \(GET http:.*\) got no complete response\.$/);
  });
  it.each([
    ['bytes', (received: Download) => received.bytes()],
    ['text', (received: Download) => received.text()],
    ['blob', (received: Download) => received.blob()],
    ['chunks', (received: Download) => collected(received)],
  ])('a download read as %s', async (_, readAll) => {
    expect(await caught(readAll(await file()))).toBeInstanceOf(ConnectionError);
    expect(await caught(readAll(await file({ onProgress: () => undefined })))).toBeInstanceOf(ConnectionError);
  });
  const file = (options: CallOptions = {}) => read(download(), cut('x'), options);
  it('a download with an invalid length has no size', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nbody'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const get = operation({ id: 'ThingGet', method: 'GET', path: '/' }, { response: download() });
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const withLength = async () => {
      const response = await fetch(baseUrl);
      return new Response(response.body, { headers: { 'content-length': 'many' } });
    };
    const result = await createCaller({ baseUrl, fetch: withLength }).call(get);
    expect(result.size).toBeUndefined();
    expect(await result.text()).toBe('body');
    server.close();
  });
});

describe('bodies without an end', () => {
  // Chunks of 64 MiB that share their memory.
  const chunk = new Uint8Array(64 * 1024 * 1024);
  const endless = () => {
    let isCancelled = false;
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(chunk),
      cancel: () => void (isCancelled = true),
    });
    return { fetch: async () => new Response(body), isCancelled: () => isCancelled };
  };
  it.each<[string, Decoder<unknown>, (result: unknown) => unknown]>([
    ['JSON', json(), (result) => result],
    ['text', text(), (result) => result],
    ['text of another character set', text('text/plain; charset=latin1'), (result) => result],
    ['the bytes of a download', download(), (result) => (result as Download).bytes()],
    ['the text of a download', download(), (result) => (result as Download).text()],
    ['the blob of a download', download(), (result) => (result as Download).blob()],
  ])('are read up to a limit: %s', async (_, response, whole) => {
    const server = endless();
    const get = operation({ id: 'ThingGet', method: 'GET', path: '/' }, { response });
    const call = createCaller({ baseUrl: 'http://things.test', fetch: server.fetch }).call<unknown, unknown>(get);
    expect(await caught(call.then(whole))).toMatchObject({
      code: 'RESPONSE_TOO_LONG',
      message: expect.stringMatching(/^The response of ThingGet \(GET .*\) is longer than \d+ bytes\.$/) as string,
    });
    expect(server.isCancelled()).toBe(true);
  });
});

describe('JSON text sequences', () => {
  const sequence = (body: string) => read(jsonSequence(), (_, response) => response.end(body)).then(collected);
  it.each(['\x1e1\n\x1e12', '\x1etrue\n\x1enul', '\x1e1\n\x1e{"a":'])('reject the cut end of %o', async (body) => {
    expect(await caught(sequence(body))).toBeInstanceOf(ProtocolError);
  });
  it.each(['\x1e1\n\x1e{"a":1}', '\x1e1 \x1e[2]\n', '\x1e"a"\x1e"b"'])('accept %o', async (body) => {
    expect(await sequence(body)).toHaveLength(2);
  });
});

describe('media types', () => {
  const html: Parameters<typeof listen>[0] = (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Log in</p>');
  it('an event stream that is none is an error', async () => {
    expect(await caught(read(eventTexts(), html))).toMatchObject({
      code: 'RESPONSE_INVALID',
      message: expect.stringContaining('is not an event stream: text/html.') as string,
    });
  });
  it('an event stream may have parameters', async () => {
    const stream = await read(eventTexts(), (_, response) =>
      response.writeHead(200, { 'content-type': 'Text/Event-Stream;charset=utf-8' }).end('data: a\n\n'),
    );
    expect(await collected(stream)).toEqual(['a']);
  });
  it.each([
    ['text/xml; charset=ISO-8859-1', 'é'],
    ['text/xml; charset="iso-8859-1"', 'é'],
    ['text/xml; charset=unknown', '\ufffd'],
    ['text/xml', '\ufffd'],
  ])('text in %s', async (type, want) => {
    const found = await read(text('text/xml'), (_, response) =>
      response.writeHead(200, { 'content-type': type }).end(Buffer.from([0xe9])),
    );
    expect(found).toBe(want);
  });
});
