/** Errors, hooks, checks of responses, and headers. */
import { any, arrayOf, nullable } from '@lading/runtime-wire';
import { describe, expect, it } from 'vitest';
import {
  BadRequest,
  Conflict,
  createEngineServer,
  Forbidden,
  HttpError,
  NotAcceptable,
  NotFound,
  NotImplemented,
  reply,
  ServerError,
  Unauthorized,
  Unavailable,
  type Call,
  type HandlerTable,
  type HostResponse,
  type OperationContract,
  type Outcome,
  type ServerOptions,
} from '../../src/index.js';
import { contract } from '../conformance/contract.js';
import { request, textOf } from './request.js';

function get(handlers: HandlerTable, path: string, options: ServerOptions = {}): Promise<HostResponse> {
  return createEngineServer(contract, handlers, options).handle(request('GET', path));
}

const listing = (value: unknown): HandlerTable => ({ container: { list: () => value } });
const good = [{ Id: 'a', Names: [], Labels: {} }];

describe('errors', () => {
  it.each([
    [new BadRequest('x'), 400],
    [new Unauthorized('x'), 401],
    [new Forbidden('x'), 403],
    [new NotFound('x'), 404],
    [new NotAcceptable('x'), 406],
    [new Conflict('x'), 409],
    [new ServerError('x'), 500],
    [new NotImplemented('x'), 501],
    [new Unavailable('x'), 503],
    [new HttpError(429, 'x'), 429],
    [{ status: 404, message: 'x' }, 404],
    [Object.assign(new Error('x (long)'), { status: 409, reason: 'x' }), 409],
  ])('%s', async (error, status) => {
    const reported: unknown[] = [];
    const throwing = {
      container: {
        list: () => {
          throw error;
        },
        inspect: () => Promise.reject(error as Error),
      },
    };
    for (const path of ['/containers/json', '/containers/a/json']) {
      const response = await get(throwing, path, { onError: (each) => reported.push(each) });
      expect([response.status, await textOf(response)]).toEqual([status, '{"message":"x"}\n']);
    }
    expect(reported).toEqual([]);
  });

  it.each([[new Error('secret')], ['secret'], [undefined], [null], [{ status: 200 }], [{ status: '404' }]])(
    'that are unexpected: %s',
    async (error) => {
      const reported: unknown[] = [];
      const response = await get({ container: { list: () => Promise.reject(error as Error) } }, '/containers/json', {
        onError: (each, call) => reported.push(each, call?.operation),
      });
      expect([response.status, await textOf(response)]).toEqual([500, '{"message":"internal error"}\n']);
      expect(reported).toEqual([error, 'ContainerList']);
    },
  );
});

describe('hooks', () => {
  it('are called before and after every call', async () => {
    const before: Call[] = [];
    const after: [Call, Outcome][] = [];
    const hooks = {
      before: (call: Call) => void before.push(call),
      after: (call: Call, outcome: Outcome) => void after.push([call, outcome]),
    };
    await get(listing(good), '/v1.44/containers/json?all=1', { hooks });
    expect(before[0]).toMatchObject({ operation: 'ContainerList', version: '1.44', query: { all: true } });
    expect(after[0]?.[1]).toMatchObject({ status: 200, body: good });
    await get({}, '/containers/json', { hooks });
    expect(after[1]?.[1]).toMatchObject({ status: 501, error: expect.any(NotImplemented) as unknown });
  });

  it.each([
    ['a parameter', 'ContainerList', '1.44', 'GET', '/v1.44/containers/json?limit=x'],
    ['a body', 'ContainerCreate', '1.44', 'POST', '/containers/create', '{"Image":1}'],
    ['a version that is not served', 'ContainerList', '9.9', 'GET', '/v9.9/containers/json'],
  ])(
    'are called for requests that cannot be read, on every host: %s',
    async (_, operation, version, method, path, body?: string) => {
      const reported: unknown[] = [];
      const after: [Call, Outcome][] = [];
      const hooks = {
        before: () => void reported.push('before'),
        after: (call: Call, outcome: Outcome) => void after.push([call, outcome]),
      };
      const server = createEngineServer(contract, {}, { hooks, onError: (error) => reported.push(error) });
      const { port, close } = await server.listen({ port: 0 });
      const init = { method, headers: { 'Content-Type': 'application/json' }, ...(body !== undefined && { body }) };
      const responses = [
        await fetch(`http://127.0.0.1:${port}${path}`, init),
        await server.fetch(new Request(`http://engine${path}`, init)),
      ];
      await close();
      const unread = { path: undefined, query: undefined, headers: undefined, body: undefined };
      for (const [index, response] of responses.entries()) {
        expect(response.status).toBe(400);
        const { message } = (await response.json()) as { message: string };
        const [call, outcome] = after[index] ?? [];
        expect(call).toMatchObject({ operation, version, ...unread, request: { method, url: path } });
        expect(outcome).toEqual({
          status: 400,
          headers: expect.any(Object) as object,
          duration: expect.any(Number) as number,
          error: new BadRequest(message),
        });
      }
      expect(after).toHaveLength(2);
      expect(reported).toEqual([]);
    },
  );

  it('are not called for requests without an operation', async () => {
    const after: unknown[] = [];
    const server = createEngineServer(contract, {}, { hooks: { after: (call) => void after.push(call) } });
    expect((await server.fetch(new Request('http://engine/nothing'))).status).toBe(404);
    expect(after).toEqual([]);
  });

  it.each([
    ['immediately', () => reply(403, { message: 'not allowed' })],
    ['later', async () => reply(403, { message: 'not allowed' })],
    [
      'by an error',
      () => {
        throw new Forbidden('not allowed');
      },
    ],
  ])('can respond instead of the handler, %s', async (_, before) => {
    const response = await get(listing(good), '/containers/json', { hooks: { before } });
    expect([response.status, await textOf(response)]).toEqual([403, '{"message":"not allowed"}\n']);
  });

  it('cannot change a response by failing after it', async () => {
    const reported: unknown[] = [];
    const options = {
      hooks: { after: () => Promise.reject(new Error('x')) },
      onError: (error: unknown) => reported.push(error),
    };
    expect((await get(listing(good), '/containers/json', options)).status).toBe(200);
    expect(reported).toHaveLength(1);
  });
});

describe('responses', () => {
  const broken = [{ Id: 1, Names: null }];

  it('are checked in development', async () => {
    const reported: unknown[] = [];
    const response = await get(listing(broken), '/containers/json', {
      checkResponses: true,
      onError: (error) => reported.push(error),
    });
    const message = 'the response of ContainerList breaks the contract: /0/Id must be a string; /0/Labels is required';
    expect([response.status, JSON.parse(await textOf(response))]).toEqual([500, { message }]);
    expect(reported).toHaveLength(1);
  });

  it('are checked as they are on the wire', async () => {
    const date = { toJSON: () => 'a' };
    const response = await get(listing([{ Id: date, Names: null, Labels: {} }]), '/containers/json', {
      checkResponses: true,
    });
    expect(response.status).toBe(200);
  });

  it('are not checked in production', async () => {
    expect((await get(listing(broken), '/containers/json', { checkResponses: false })).status).toBe(200);
  });

  it('may be null if the contract allows it, which is not an absent body', async () => {
    const { operations } = contract;
    const { ContainerList } = operations;
    const responses = { 200: { kind: 'json', schema: nullable(arrayOf(any)) } } as const;
    const nulls = {
      ...contract,
      operations: { ...operations, ContainerList: { ...ContainerList, responses } as OperationContract },
    };
    const response = await createEngineServer(nulls, listing(null)).handle(request('GET', '/containers/json'));
    expect([response.status, await textOf(response)]).toEqual([200, 'null\n']);
    expect((await get(listing(null), '/containers/json', { onError: () => undefined })).status).toBe(500);
  });

  it.each([
    ['a missing body', undefined],
    ['a status that the contract does not have', reply(202, [])],
    ['a value without JSON', [1n]],
  ])('cannot be %s', async (_, value) => {
    expect(
      (await get(listing(value), '/containers/json', { checkResponses: true, onError: () => undefined })).status,
    ).toBe(500);
  });

  it('cannot smuggle headers', async () => {
    const response = await get(listing(reply(200, good, { 'X-A': 'a\r\nX-B: b' })), '/containers/json', {
      onError: () => undefined,
    });
    expect(response.status).toBe(500);
  });

  it('cannot claim another version', async () => {
    const { headers } = await get(
      listing(reply(200, good, { 'api-version': '9.9', server: 'mine' })),
      '/containers/json',
    );
    expect(headers).toMatchObject({ 'Api-Version': '1.44', Server: 'mine' });
    expect(Object.keys(headers).filter((name) => /^(api-version|server)$/i.test(name))).toHaveLength(2);
  });
});

it('calls handlers as methods of their objects', async () => {
  class Containers {
    readonly #all = good;
    list(): unknown {
      return this.#all;
    }
  }
  expect((await get({ container: new Containers() }, '/containers/json')).status).toBe(200);
});

it('uses the handler of GET for HEAD pings', async () => {
  const server = createEngineServer(contract, { system: { ping: () => reply(200, 'OK', { 'Builder-Version': '2' }) } });
  const { status, headers } = await server.handle(request('HEAD', '/_ping'));
  expect([status, headers['Builder-Version'], headers['Content-Length']]).toEqual([200, '2', '0']);
});
