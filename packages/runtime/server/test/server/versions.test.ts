/** Several versions with the handlers of one. */
import type { Conversion } from '@lading/runtime-conversion';
import { expect, it } from 'vitest';
import { optional, object, required, string } from '@lading/runtime-wire';
import {
  createEngineServer,
  NotFound,
  reply,
  type Contract,
  type EngineServer,
  type HostResponse,
  type OperationContract,
  type ServerOptions,
} from '../../src/index.js';
import { otherVersions } from '../../src/server/served-versions.js';
import { request, textOf } from './request.js';

const operation = (id: string, path: string, field: string): OperationContract => ({
  id,
  noun: 'thing',
  verb: id.toLowerCase(),
  method: 'POST',
  path,
  body: { kind: 'json', schema: object({ [field]: optional(string) }), required: true },
  responses: { 200: { kind: 'json', schema: object({ [field]: required(string) }) } },
});
const stream: OperationContract = {
  id: 'Stream',
  noun: 'thing',
  verb: 'stream',
  method: 'GET',
  path: '/stream',
  responses: { 200: { kind: 'json-lines' } },
};
const contractOf = (version: string, ...operations: OperationContract[]): Contract => ({
  version,
  operations: Object.fromEntries(operations.map((each) => [each.id, each])),
});
const v3 = contractOf('1.3', operation('Equal', '/equal', 'A'), operation('Other', '/other', 'New'), stream, {
  ...operation('Added', '/added', 'A'),
});
const v1 = contractOf('1.1', operation('Equal', '/equal', 'A'), operation('Other', '/other', 'Old'), stream);

const conversion: Conversion = {
  client: '1.1',
  engine: '1.3',
  of: (id) => {
    if (id === 'Equal') return undefined;
    return async (message, next, ask) => {
      if (id === 'Stream') {
        const response = await next(message);
        return {
          ...response,
          body: (async function* () {
            for await (const item of response.body as AsyncIterable<{ n: number }>) yield { old: item.n };
          })(),
        };
      }
      const { Old: old } = message.body as { Old?: string };
      if (old === 'refused') throw Object.assign(new Error('cannot be said'), { status: 400 });
      const asked = await ask('Equal', { body: { A: old === 'missing' ? old : 'asked' } });
      if (asked.status === 404) return { status: 200, headers: {}, body: { Old: JSON.stringify(asked.body) } };
      const response = await next({ ...message, body: { New: old } });
      return {
        ...response,
        body: { Old: `${(response.body as { New: string }).New} ${(asked.body as { A: string }).A}` },
      };
    };
  },
};

interface Thing {
  readonly version: string;
  readonly body: Readonly<Record<string, string>>;
}

const server: EngineServer = createEngineServer(
  v3,
  {
    thing: {
      equal: ({ version, body }: Thing) => {
        if (body['A'] === 'missing') throw new NotFound('no such thing');
        return { A: `${version} ${body['A']}` };
      },
      other: ({ version, body }: Thing) => reply(200, { New: `${version} ${body['New']}` }, { 'X-Own': 'y' }),
      added: ({ body }: Thing) => body,
      stream: () => [{ n: 1 }, { n: 2 }],
    },
  },
  { serves: [{ contract: v1, conversion }] },
);

const post = (path: string, body: unknown): Promise<HostResponse> =>
  server.handle(request('POST', path, { 'content-type': 'application/json' }, JSON.stringify(body)));

it.each([
  ['/equal', { A: 'x' }, 200, { A: '1.3 x' }],
  ['/v1.3/other', { New: 'x' }, 200, { New: '1.3 x' }],
  ['/v1.1/equal', { a: 'x' }, 200, { A: '1.1 x' }],
  ['/v1.1/other', { old: 'x' }, 200, { Old: '1.1 x 1.1 asked' }],
  ['/v1.1.0/other', { Old: 'x' }, 200, { Old: '1.1.0 x 1.1.0 asked' }],
  ['/v1.1/other', { Old: 1 }, 400, { message: '/body/Old must be a string' }],
  ['/v1.1/other', { Old: 'missing' }, 200, { Old: '{"message":"no such thing"}' }],
  ['/v1.1/other', { Old: 'refused' }, 400, { message: 'cannot be said' }],
  ['/v1.2/other', { New: 'x' }, 200, { New: '1.2 x' }],
  ['/v1.2.9/other', { New: 'x' }, 200, { New: '1.2.9 x' }],
  ['/v1.1/added', {}, 404, { message: 'page not found' }],
  ['/v1.4/equal', {}, 400, { message: 'client version 1.4 is too new. Maximum supported API version is 1.3' }],
  [
    '/v1.0/equal',
    {},
    400,
    {
      message:
        'client version 1.0 is too old. Minimum supported API version is 1.1, please upgrade your client to a newer version',
    },
  ],
])('%s %j', async (path, body, status, wanted) => {
  const response = await post(path, body);
  expect([response.status, JSON.parse(await textOf(response))]).toEqual([status, wanted]);
  if (status !== 404) expect(response.headers['Api-Version']).toBe('1.3');
});

it('preserves headers in a conversion', async () => {
  expect((await post('/v1.1/other', { Old: 'x' })).headers['X-Own']).toBe('y');
});

it('converts the items of a stream', async () => {
  expect(await textOf(await server.handle(request('GET', '/v1.1/stream')))).toBe('{"old":1}\n{"old":2}\n');
  expect(await textOf(await server.handle(request('GET', '/v1.3/stream')))).toBe('{"n":1}\n{"n":2}\n');
});

it('does not serve a version with the conversion of another', () => {
  expect(() =>
    createEngineServer(v3, {}, { serves: [{ contract: v1, conversion: { ...conversion, client: '1.2' } }] }),
  ).toThrow('a conversion of 1.2 to 1.3 cannot serve 1.1 by handlers of 1.3');
});

it.each<[NonNullable<ServerOptions['offers']>, (string | undefined)[]]>([
  [{ oldest: '1.3' }, ['1.1 is too old. Minimum supported API version is 1.3,', undefined]],
  [{ newest: '1.1' }, [undefined, '1.3 is too new. Maximum supported API version is 1.1']],
  [{ oldest: '1.1', newest: '1.3' }, [undefined, undefined]],
])('offers %j', async (offers, refusals) => {
  const handlers = { thing: { equal: ({ body }: Thing) => body } };
  const limited = createEngineServer(v3, handlers, { serves: [{ contract: v1, conversion }], offers });
  for (const [index, version] of ['1.1', '1.3'].entries()) {
    const json = { 'content-type': 'application/json' };
    const response = await limited.handle(request('POST', `/v${version}/equal`, json, '{"A":"x"}'));
    expect(await textOf(response)).toContain(refusals[index] ?? '{"A":"x"}');
    expect(response.headers['Api-Version']).toBe(offers.newest ?? '1.3');
  }
});

it.each([
  [{ oldest: '1.2' }, 'offers: version 1.2 is not served; served are 1.1 to 1.3'],
  [{ oldest: '1.3', newest: '1.1' }, 'offers: the oldest version, 1.3, is newer than the newest, 1.1'],
])('cannot offer %j', (offers, message) => {
  expect(() => createEngineServer(v3, {}, { serves: [{ contract: v1, conversion }], offers })).toThrow(message);
});

it('loads the contracts of all versions but its own', async () => {
  const load = () => Promise.resolve(v1);
  expect(otherVersions({ '1.1': load, '1.3': load }, '1.3')).toEqual([{ version: '1.1', load }]);
  const lazy = createEngineServer(v3, {}, { serves: otherVersions({ '1.2': load }, '1.3'), onError: () => undefined });
  expect((await lazy.handle(request('POST', '/v1.2/equal'))).status).toBe(500);
});
