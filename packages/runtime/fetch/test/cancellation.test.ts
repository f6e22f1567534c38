import { describe, expect, it } from 'vitest';
import {
  bearer,
  createCaller,
  download,
  eventData,
  headersOnly,
  json,
  jsonLines,
  nothing,
  operation,
} from '../src/codegen.js';
import { retry, TimeoutError, type CallOptions, type ClientOptions, type ItemStream } from '../src/index.js';
import type { Decoder } from '../src/response/decoder.js';
import { listen } from './testing/server.js';

type Respond = Parameters<typeof listen>[0];

async function client<T>(response: Decoder<T>, respond: Respond, options: ClientOptions = {}) {
  const server = await listen(respond);
  const get = operation<object, T, never>(
    { id: 'ThingGet', method: 'GET', path: '/', security: [{ token: [] }] },
    { response, schemes: [bearer('token')] },
  );
  const caller = createCaller({ baseUrl: server.url, ...options });
  return (given?: CallOptions) => caller.call(get, {}, given);
}

const never = () => new Promise<never>(() => undefined);
const silent: Respond = () => undefined;
const beginning: Respond = (_, response) => void response.writeHead(200).write('[');
const failing: Respond = (_, response) => void response.writeHead(500).write('{');
const busy: Respond = (_, response) => response.writeHead(503, { 'Retry-After': '20' }).end();

describe('a call ends', () => {
  it.each<[state: string, respond: Respond, options: ClientOptions]>([
    ['while a credential is fetched', silent, { auth: { token: never } }],
    ['while middleware waits', silent, { middleware: [never] }],
    ['while a transport waits that knows no signal', silent, { fetch: never }],
    ['before the headers', silent, {}],
    ['within the body', beginning, {}],
    ['within the body of an error', failing, {}],
    ['between two attempts', busy, { middleware: [retry()] }],
  ])('%s', async (_, respond, options) => {
    const call = await client(json(), respond, options);
    const reason = new Error('mine');
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 30);
    await expect(call({ signal: controller.signal })).rejects.toBe(reason);
    await expect(call({ timeout: 30 })).rejects.toBeInstanceOf(TimeoutError);
    // The timeout of a signal is the caller's, and not that of the call.
    await expect(call({ signal: AbortSignal.timeout(30), timeout: 5000 })).rejects.toMatchObject({
      name: 'TimeoutError',
      code: 23,
    });
  });
  it('before it begins, and asks for no credentials', async () => {
    let asked = 0;
    const call = await client(json(), silent, { auth: { token: () => `${(asked += 1)}` } });
    const reason = new Error('mine');
    await expect(call({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(asked).toBe(0);
  });
  it.each([
    ['a download', download()],
    ['a stream', jsonLines()],
  ])('within %s, with the reason of the caller', async (_, decoder) => {
    const call = await client<AsyncIterable<unknown>>(decoder, beginning);
    const controller = new AbortController();
    const result = await call({ signal: controller.signal, timeout: 5000 });
    const reason = new Error('mine');
    setTimeout(() => controller.abort(reason), 30);
    const reading = (async () => {
      for await (const _item of result);
    })();
    await expect(reading).rejects.toBe(reason);
  });
});

describe('a timeout', () => {
  it.each([0, Infinity, 2 ** 31, Number.NaN])('of %o is no limit', async (timeout) => {
    const call = await client(json(), (_, response) => void setTimeout(() => response.end('1'), 30), { timeout });
    expect(await call()).toBe(1);
  });
});

/** A copy of a response, as logs and mocks keep one, receives what the response no longer reads. */
describe('a copy of the response delays no', () => {
  const sending: Respond = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: 1\n\n');
  };
  const leave = async (items: AsyncIterable<unknown>) => {
    for await (const _ of items) break;
  };
  it.each<[string, Decoder<unknown>, (result: never) => Promise<void> | undefined]>([
    ['end of a loop over a stream', eventData(), leave],
    ['end of a loop over a download', download(), leave],
    ['cancellation of a stream', eventData(), (stream: ItemStream<unknown>) => stream.cancel()],
    ['result without content', nothing, () => undefined],
    ['result of headers', headersOnly(), () => undefined],
  ])('%s', async (_, decoder, use) => {
    const copies: Response[] = [];
    const call = await client(decoder, sending);
    await use((await call({ onResponse: (response) => copies.push(response.clone()) })) as never);
    const reader = copies[0]?.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value as Uint8Array)).toBe('data: 1\n\n');
    await reader?.cancel();
  });
});
