/** What is asked before the body is read: who asks, and whether an operation can be carried out at all. */
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { arrayOf, optional, object, required, string } from '@lading/runtime-wire';
import {
  createServerOf,
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

async function asked(hooks: Hooks, body: string, options: ServerOptions = {}): Promise<readonly [number, string]> {
  const server = createServerOf(contract, handlers, { ...options, hooks });
  const headers = { 'content-type': 'application/json', authorization: 'me' };
  const response = await server.handle(request('POST', '/v1.44/services/a%2Fb/update?x=1', headers, body));
  return [response.status, await textOf(response)];
}

describe('beforeBody', () => {
  it('is given the head alone', async () => {
    const seen: unknown[] = [];
    await asked(
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
      'at once',
      () => {
        throw new Unavailable('no swarm');
      },
    ],
    ['later', () => Promise.reject(new Unavailable('no swarm'))],
  ])('refuses %s whatever the body is, and the body stays unread', async (_, beforeBody) => {
    for (const body of ['{}', '[', '{"Name":5}', '{"Name":"x"}']) {
      expect(await asked({ beforeBody }, body)).toEqual([503, '{"message":"no swarm"}\n']);
    }
    let isAsked = false;
    const server = createServerOf(contract, handlers, { hooks: { beforeBody } });
    await server.handle({
      ...request('POST', '/services/a/update', { 'content-length': '2' }),
      body: () => {
        isAsked = true;
        return Readable.from(['{}']);
      },
    });
    expect(isAsked).toBe(false);
  });

  it('may answer in place of the handler, and else lets the request go on', async () => {
    expect(await asked({ beforeBody: () => reply(200, { Warnings: ['a'] }) }, '[')).toEqual([
      200,
      '{"Warnings":["a"]}\n',
    ]);
    expect(await asked({ beforeBody: () => Promise.resolve() }, '{"Name":"x"}')).toEqual([200, '{"Warnings":[]}\n']);
    expect((await asked({ beforeBody: () => undefined }, '{}'))[0]).toBe(400);
  });

  it('stands before `before`, and what it decides `after` is reported', async () => {
    const reported: unknown[] = [];
    const hooks: Hooks = {
      beforeBody: () => {
        throw new Unauthorized('who are you');
      },
      before: () => void reported.push('before'),
      after: ({ body }, { status }) => void reported.push(status, body),
    };
    await asked(hooks, '{"Name":"x"}');
    expect(reported).toEqual([401, undefined]);
  });
});

describe('checkResponses', () => {
  const wrong = { service: { update: () => ({ Warnings: [5] }) } };
  const given = async (checkResponses: ServerOptions['checkResponses']): Promise<readonly [number, number]> => {
    const reported: unknown[] = [];
    const server = createServerOf(contract, wrong, {
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
    expect(await given(checkResponses)).toEqual([status, reported]),
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
    expect(await asked(hooks, '{"Name":"x"}')).toEqual([401, 'who are you']);
  });
});
