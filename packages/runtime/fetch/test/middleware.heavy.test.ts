import { describe, expect, it } from 'vitest';
import { createCaller, json, operation, raw } from '../src/codegen.js';
import { retry, TimeoutError, type CallOptions, type ClientOptions, type Middleware } from '../src/index.js';
import { listen, serve, type TestResponse } from './testing/server.js';

async function call(
  responses: readonly (TestResponse | undefined)[],
  options: Omit<ClientOptions, 'baseUrl'>,
  { method = 'GET', body, ...given }: CallOptions & { method?: string; body?: unknown } = {},
) {
  const left = [...responses];
  const server = await serve(() => (left.length > 1 ? left.shift() : left[0]));
  const send = operation(
    { id: 'ThingSend', method, path: '/', body: ['text/plain'] },
    { response: json(), content: raw },
  );
  const started = Date.now();
  const result = await createCaller({ baseUrl: server.url, ...options })
    .call(send, (body === undefined ? undefined : { body }) as never, given)
    .catch((error: unknown) => error);
  return { result, requests: server.requests, took: Date.now() - started };
}

describe('middleware', () => {
  it('is around the call, the first one outermost', async () => {
    const seen: string[] = [];
    const named =
      (name: string): Middleware =>
      async (request, next, { id }) => {
        seen.push(`${name} ${id}`);
        request.headers.set('x-order', `${request.headers.get('x-order') ?? ''}${name}`);
        const response = await next(request);
        seen.push(`${name} ${response.status}`);
        return response;
      };
    const { requests } = await call([{ body: '1' }], { middleware: [named('a'), named('b')] });
    expect(seen).toEqual(['a ThingSend', 'b ThingSend', 'b 200', 'a 200']);
    expect(requests[0]?.headers['x-order']).toBe('ab');
  });
  it('may change the URL, respond by itself, and handle errors', async () => {
    const { requests } = await call([{ body: '1' }], {
      middleware: [(request, next) => next({ ...request, url: `${request.url}x` })],
    });
    expect(requests[0]?.url).toBe('/x');
    expect((await call([{}], { middleware: [async () => new Response('7')] })).result).toBe(7);
    const rescued = await call([undefined], {
      middleware: [(request, next) => next(request).catch(() => new Response('8'))],
    });
    expect(rescued.result).toBe(8);
  });
});

describe('retry', () => {
  const fast = { middleware: [retry({ delay: 1 })] };
  const busy = { status: 503 };
  it.each<
    [name: string, responses: readonly (TestResponse | undefined)[], given: Parameters<typeof call>[2], count: number]
  >([
    ['repeats GET', [busy, undefined, { body: '1' }], {}, 3],
    ['repeats PUT with a body', [busy, { body: '1' }], { method: 'PUT', body: 'x' }, 2],
    ['stops after three attempts', [busy], {}, 3],
    ['does not repeat POST', [busy], { method: 'POST' }, 1],
    ['repeats POST with a key', [busy, { body: '1' }], { method: 'POST', headers: { 'Idempotency-Key': 'k' } }, 2],
    ['does not repeat a stream', [busy], { method: 'PUT', body: new Blob(['x']).stream() }, 1],
    ['does not repeat what the client did wrong', [{ status: 404 }], {}, 1],
    ['does not wait too long', [{ status: 429, headers: { 'Retry-After': '3600' } }], {}, 1],
  ])('%s', async (_, responses, given, count) => {
    const { requests } = await call(responses, fast, given);
    expect(requests).toHaveLength(count);
    expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
  });
  it.each([
    ['seconds', () => '1'],
    ['a date', () => new Date(Date.now() + 1900).toUTCString()],
  ])('obeys Retry-After as %s', async (_, header) => {
    const { result, took } = await call([{ status: 429, headers: { 'Retry-After': header() } }, { body: '1' }], fast);
    expect(result).toBe(1);
    expect(took).toBeGreaterThan(850);
  });
  it('ends at the signal of the caller', async () => {
    const { result, took } = await call([{ status: 429, headers: { 'Retry-After': '20' } }], fast, {
      signal: AbortSignal.timeout(50),
    });
    expect((result as Error).name).toBe('TimeoutError');
    expect(took).toBeLessThan(5000);
  });
});

describe('timeout', () => {
  it.each(['before the headers', 'within the body'])('ends a call %s', async (when) => {
    const server = await listen(
      (_, response) => void (when === 'within the body' && response.writeHead(200).write('{')),
    );
    const get = operation({ id: 'ThingGet', method: 'GET', path: '/' }, { response: json() });
    const { call: send } = createCaller({ baseUrl: server.url, timeout: 60 });
    await expect(send(get)).rejects.toBeInstanceOf(TimeoutError);
    const reason = new Error('mine');
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 20);
    await expect(send(get, undefined, { timeout: 0, signal: controller.signal })).rejects.toBe(reason);
  });
});
