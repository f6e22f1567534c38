/** The hook `beforeBody`, for authentication and operations that are not available. */
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { arrayOf, optional, object, required, string } from '@lading/runtime-wire';
import {
  createEngineServer,
  rawResponse,
  reply,
  Unauthorized,
  Unavailable,
  type Contract,
  type Hooks,
  type ServerOptions,
} from '../../src/index.js';
import { request, textOf } from './request.js';

const contract: Contract = {
  version: '1.44',
  operations: {
    ServiceUpdate: {
      id: 'ServiceUpdate',
      noun: 'service',
      verb: 'update',
      method: 'POST',
      path: '/services/{id}/update',
      parameters: { path: { id: { encoding: 'plain', schema: string, required: true } } },
      body: {
        kind: 'json',
        schema: object({ Name: required(string), Labels: optional(arrayOf(string)) }),
        required: true,
      },
      responses: { 200: { kind: 'json', schema: object({ Warnings: required(arrayOf(string)) }) } },
    },
  },
};
const handlers = { service: { update: () => ({ Warnings: [] }) } };

async function send(hooks: Hooks, body: string, options: ServerOptions = {}): Promise<readonly [number, string]> {
  const server = createEngineServer(contract, handlers, { ...options, hooks });
  const headers = { 'content-type': 'application/json', authorization: 'me' };
  const response = await server.handle(request('POST', '/v1.44/services/a%2Fb/update?x=1', headers, body));
  return [response.status, await textOf(response)];
}

describe('beforeBody', () => {
  it('receives only the head', async () => {
    const seen: unknown[] = [];
    await send(
      {
        beforeBody: ({ operation, version, path, request: { headers } }) =>
          void seen.push(operation, version, path, headers['authorization']),
      },
      '{"Name":"x"}',
    );
    expect(seen).toEqual(['ServiceUpdate', '1.44', { id: 'a/b' }, 'me']);
  });

  it.each([
    [
      'immediately',
      () => {
        throw new Unavailable('no swarm');
      },
    ],
    ['later', () => Promise.reject(new Unavailable('no swarm'))],
  ])('rejects %s whatever the body is, without reading the body', async (_, beforeBody) => {
    for (const body of ['{}', '[', '{"Name":5}', '{"Name":"x"}']) {
      expect(await send({ beforeBody }, body)).toEqual([503, '{"message":"no swarm"}\n']);
    }
    let isAsked = false;
    const server = createEngineServer(contract, handlers, { hooks: { beforeBody } });
    await server.handle({
      ...request('POST', '/services/a/update', { 'content-length': '2' }),
      body: () => {
        isAsked = true;
        return Readable.from(['{}']);
      },
    });
    expect(isAsked).toBe(false);
  });

  it('may respond instead of the handler, else processing continues', async () => {
    expect(await send({ beforeBody: () => reply(200, { Warnings: ['a'] }) }, '[')).toEqual([
      200,
      '{"Warnings":["a"]}\n',
    ]);
    expect(await send({ beforeBody: () => Promise.resolve() }, '{"Name":"x"}')).toEqual([200, '{"Warnings":[]}\n']);
    expect((await send({ beforeBody: () => undefined }, '{}'))[0]).toBe(400);
  });

  it('is called before `before`, and `after` receives its result', async () => {
    const reported: unknown[] = [];
    const hooks: Hooks = {
      beforeBody: () => {
        throw new Unauthorized('who are you');
      },
      before: () => void reported.push('before'),
      after: ({ body }, { status }) => void reported.push(status, body),
    };
    await send(hooks, '{"Name":"x"}');
    expect(reported).toEqual([401, undefined]);
  });
});

describe('checkResponses', () => {
  const wrong = { service: { update: () => ({ Warnings: [5] }) } };
  const statusAndReports = async (
    checkResponses: ServerOptions['checkResponses'],
  ): Promise<readonly [number, number]> => {
    const reported: unknown[] = [];
    const server = createEngineServer(contract, wrong, {
      ...(checkResponses !== undefined && { checkResponses }),
      onError: (error) => reported.push(error),
    });
    const response = await server.handle(
      request('POST', '/services/a/update', { 'content-type': 'application/json' }, '{"Name":"x"}'),
    );
    return [response.status, reported.length];
  };

  it.each([
    ['fail', 500, 1],
    [true, 500, 1],
    ['warn', 200, 1],
    ['off', 200, 0],
    [false, 200, 0],
    [undefined, 500, 1],
  ] as const)('%s: %i', async (checkResponses, status, reported) =>
    expect(await statusAndReports(checkResponses)).toEqual([status, reported]),
  );
});

describe('a raw response of a hook', () => {
  const refuse = () => rawResponse(401, { 'Content-Type': 'text/plain' }, 'who are you');
  it.each<[string, Hooks]>([
    ['beforeBody', { beforeBody: refuse }],
    ['beforeBody, later', { beforeBody: async () => refuse() }],
    ['before', { before: refuse }],
    ['before, later', { before: async () => refuse() }],
  ])('is the response: %s', async (_, hooks) => {
    expect(await send(hooks, '{"Name":"x"}')).toEqual([401, 'who are you']);
  });
});
