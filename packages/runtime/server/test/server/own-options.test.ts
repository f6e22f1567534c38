/** Authentication, routes beside those of the contract, and error bodies of the owner. */
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { object, required, string } from '@lading/runtime-wire';
import {
  createEngineServer,
  NotFound,
  rawResponse,
  reply,
  Unauthorized,
  type Contract,
  type ServerOptions,
} from '../../src/index.js';
import { request, textOf } from './request.js';

const contract: Contract = {
  version: '1.44',
  operations: {
    VolumeCreate: {
      id: 'VolumeCreate',
      noun: 'volume',
      verb: 'create',
      method: 'POST',
      path: '/volumes/create',
      body: { kind: 'json', schema: object({ Name: required(string) }), required: true },
      responses: { 201: { kind: 'json', schema: object({ Name: required(string) }) } },
    },
  },
};
const handlers = { volume: { create: ({ identity }: { identity?: unknown }) => ({ Name: String(identity) }) } };
const json = { 'content-type': 'application/json' };

async function ask(
  method: string,
  url: string,
  options: ServerOptions,
  headers: Record<string, string> = {},
  body?: string,
): Promise<readonly [number, string, Record<string, unknown>]> {
  const response = await createEngineServer(contract, handlers, options).handle(request(method, url, headers, body));
  return [response.status, await textOf(response), response.headers];
}

describe('authenticate', () => {
  const authenticate: ServerOptions['authenticate'] = ({ headers }) => {
    if (headers['authorization'] === 'bad') {
      throw new Unauthorized('wrong key', { headers: { 'WWW-Authenticate': 'Bearer' } });
    }
    return Promise.resolve(headers['authorization']);
  };

  it.each([
    ['POST', '/volumes/create'],
    ['POST', '/v1.3/volumes/create'],
    ['GET', '/none'],
    ['OPTIONS', '/volumes/create'],
    ['GET', '/healthz'],
    ['GET', `/${'x'.repeat(40_000)}`],
  ])('rejects every request, whatever it asks for: %s %.20s', async (method, url) => {
    const options = { authenticate, routes: { 'GET /healthz': () => 'ok' } };
    const [status, text] = await ask(method, url, options, {}, '[');
    expect([status, text]).toEqual([401, '{"message":"authentication is required"}\n']);
  });

  it('reads no body of a request that it rejects', async () => {
    let isRead = false;
    const server = createEngineServer(contract, handlers, { authenticate });
    const response = await server.handle({
      ...request('POST', '/volumes/create', { ...json, authorization: 'bad', 'content-length': '999999999' }),
      body: () => {
        isRead = true;
        return Readable.from(['{}']);
      },
    });
    expect([response.status, isRead, response.headers['WWW-Authenticate']]).toEqual([401, false, 'Bearer']);
  });

  it('gives handlers and routes the identity', async () => {
    const routes: ServerOptions['routes'] = { 'GET /me': ({ identity }) => reply(200, identity) };
    const headers = { ...json, authorization: 'me' };
    expect((await ask('POST', '/volumes/create', { authenticate }, headers, '{"Name":"x"}'))[1]).toBe(
      '{"Name":"me"}\n',
    );
    expect((await ask('GET', '/me', { authenticate, routes }, headers))[1]).toBe('me');
  });

  it('receives the operation', async () => {
    const operations: unknown[] = [];
    const see: ServerOptions['authenticate'] = (_request, operation) => operations.push(operation);
    await ask('POST', '/volumes/create', { authenticate: see }, json, '{"Name":"x"}');
    await ask('GET', '/_ping', { authenticate: see });
    await ask('GET', '/none', { authenticate: see });
    expect(operations).toEqual(['VolumeCreate', 'SystemPing', undefined]);
  });
});

describe('routes', () => {
  it.each([
    ['text', () => 'ok', 200, 'ok', 'text/plain; charset=utf-8'],
    ['JSON', () => ({ up: true }), 200, '{"up":true}\n', 'application/json'],
    ['nothing', () => undefined, 204, '', undefined],
    ['a reply', () => reply(503, 'starting', { 'Retry-After': '1' }), 503, 'starting', 'text/plain; charset=utf-8'],
    ['bytes', () => rawResponse(200, { 'Content-Type': 'x/y' }, Buffer.from('b')), 200, 'b', 'x/y'],
  ])('respond with %s', async (_, route, status, text, type) => {
    const [gotStatus, gotText, headers] = await ask('GET', '/healthz?x=1', { routes: { 'GET /healthz': route } });
    expect([gotStatus, gotText, headers['Content-Type']]).toEqual([status, text, type]);
  });

  it('have the errors of handlers, the query and the body', async () => {
    const routes: ServerOptions['routes'] = {
      'GET /a': () => {
        throw new NotFound('no a');
      },
      'POST /b': async ({ query, body }) => `${query.get('x')} ${String((await body()?.toArray())?.[0])}`,
    };
    expect((await ask('GET', '/a', { routes })).slice(0, 2)).toEqual([404, '{"message":"no a"}\n']);
    expect((await ask('POST', '/b?x=1', { routes }, { 'content-length': '2' }, 'hi'))[1]).toBe('1 hi');
    expect((await ask('POST', '/a', { routes }))[0]).toBe(404);
  });

  it('precede operations', async () => {
    expect((await ask('GET', '/_ping', { routes: { 'GET /_ping': () => 'own' } }))[1]).toBe('own');
  });

  it('need a method and a path', () => {
    expect(() => createEngineServer(contract, {}, { routes: { '/healthz': () => 'ok' } })).toThrow(
      'routes["/healthz"]: pass a method and a path without a query, such as "GET /healthz"',
    );
  });
});

describe('formatError', () => {
  const formatError: ServerOptions['formatError'] = ({ status, message }) =>
    status === 404 ? undefined : { body: { error: { status, message } }, headers: { 'X-Error': 'yes' } };

  it('replaces the body of errors', async () => {
    const [status, text, headers] = await ask('POST', '/volumes/create', { formatError }, json, '{}');
    expect([status, text, headers['X-Error']]).toEqual([
      400,
      '{"error":{"status":400,"message":"/body/Name is required"}}\n',
      'yes',
    ]);
    expect(headers['Content-Length']).toBe(String(text.length));
  });

  it('leaves errors that it returns nothing for', async () => {
    expect((await ask('GET', '/none', { formatError })).slice(0, 2)).toEqual([404, '{"message":"page not found"}\n']);
    const plain: ServerOptions['formatError'] = ({ message }) => ({ body: message });
    expect((await ask('GET', '/none', { formatError: plain }))[1]).toBe('page not found');
  });
});
