/** Parameters as engines read them. */
import { expect, it } from 'vitest';
import { boolean, enumOf, integer, arrayOf, mapOf, nullable, number, string } from '@lading/runtime-wire';
import { constrainedString } from '@lading/runtime-wire/codegen';
import { createEngineServer, type Call, type Contract, type ParameterContract } from '../../src/index.js';
import { request, textOf } from '../server/request.js';

const query: Readonly<Record<string, ParameterContract>> = {
  flag: { encoding: 'plain', schema: boolean },
  count: { encoding: 'plain', schema: integer({ minimum: -1 }) },
  ratio: { encoding: 'plain', schema: number() },
  since: { encoding: 'plain', schema: integer() },
  until: { encoding: 'plain', schema: number() },
  kind: { encoding: 'plain', schema: enumOf(['a', 'b']) },
  level: { encoding: 'plain', schema: enumOf([1, 2]) },
  text: { encoding: 'plain', schema: string },
  code: { encoding: 'plain', schema: constrainedString({ pattern: '^[a-z]{2}$' }) },
  many: { encoding: 'repeated', schema: arrayOf(string) },
  numbers: { encoding: 'joined', schema: arrayOf(integer()) },
  labels: { encoding: 'json', schema: nullable(mapOf(string)) },
  tree: { encoding: { style: 'label' }, schema: mapOf(string) },
};
const headers: Readonly<Record<string, ParameterContract>> = {
  'X-Names': { encoding: 'joined', schema: arrayOf(string) },
  'X-Count': { encoding: 'plain', schema: integer() },
};
const contract: Contract = {
  version: '1.0',
  operations: {
    Read: {
      id: 'Read',
      noun: 'a',
      verb: 'read',
      method: 'GET',
      path: '/read',
      parameters: { query, headers },
      responses: { 200: { kind: 'nothing' } },
    },
  },
};

async function readParameters(url: string, own: Record<string, string> = {}): Promise<unknown> {
  let seen: unknown;
  const server = createEngineServer(contract, {
    a: {
      read: (call: Call<unknown, object, object>) => {
        seen = { ...call.query, ...call.headers };
      },
    },
  });
  const response = await server.handle(request('GET', `/read${url}`, own));
  return response.status === 200 ? seen : (JSON.parse(await textOf(response)) as { message: string }).message;
}

it.each<[string, unknown]>([
  ...['', '0', 'no', 'No', 'FALSE', 'none', '+', '%20none%20', '%09', '%C2%850%E3%80%80'].map(
    (text) => [`?flag=${text}`, { flag: false }] satisfies [string, unknown],
  ),
  ...['1', 'yes', 'true', 'x', 'off', '00', '%EF%BB%BF0'].map(
    (text) => [`?flag=${text}`, { flag: true }] satisfies [string, unknown],
  ),
  ['?flag', { flag: false }],
  ['?count=-1', { count: -1 }],
  ['?count=%2B3', { count: 3 }],
  ['?count=', {}],
  ['?count=1.5', '/query/count must be an integer'],
  ['?count=1e3', '/query/count must be an integer'],
  ['?count=0x1', '/query/count must be an integer'],
  ['?count=-2', '/query/count must be at least -1'],
  ['?count=99999999999999999999', '/query/count must be at most 9223372036854775807'],
  ['?ratio=.5', { ratio: 0.5 }],
  ['?ratio=NaN', '/query/ratio must be a number'],
  ['?ratio=Infinity', '/query/ratio must be a number'],
  ['?since=1700000000.5', { since: 1_700_000_000 }],
  ['?since=2024-01-01T00:00:00Z', { since: 1_704_067_200 }],
  ['?until=1700000000.5', { until: 1_700_000_000.5 }],
  ['?since=soon', '/query/since must be a timestamp: Unix seconds, a date and time, or a duration before now'],
  ['?kind=b', { kind: 'b' }],
  ['?kind=', {}],
  ['?kind=c', '/query/kind must be one of "a", "b", not "c"'],
  ['?level=2', { level: 2 }],
  ['?level=3', '/query/level must be one of 1, 2, not 3'],
  ['?text=', { text: '' }],
  ['?code=ab', { code: 'ab' }],
  ['?code=', {}],
  ['?code=a', '/query/code must match ^[a-z]{2}$'],
  ['?text=a&text=b', { text: 'a' }],
  ['?many=a&many=&many=b', { many: ['a', '', 'b'] }],
  ['?numbers=1,2&numbers=3', { numbers: [1, 2, 3] }],
  ['?numbers=1,x', '/query/numbers must be an integer'],
  ['?labels={"a":"b"}', { labels: { a: 'b' } }],
  ['?labels={"a":1}', '/query/labels/a must be a string'],
  ['?labels=null', {}],
  ['?labels={', '/query/labels must be JSON'],
  ['?Flag=1&unknown=1', {}],
])('%s', async (url, wanted) => expect(await readParameters(url)).toEqual(wanted));

it('reads durations before now', async () => {
  const { since } = (await readParameters('?since=1h30m')) as { since: number };
  expect(Math.abs(Date.now() / 1000 - 5400 - since)).toBeLessThan(5);
});

it('reads headers', async () => {
  expect(await readParameters('', { 'x-names': 'a, b', 'x-count': '3' })).toEqual({
    'X-Names': ['a', 'b'],
    'X-Count': 3,
  });
  expect(await readParameters('', { 'x-count': 'x' })).toBe('/headers/X-Count must be an integer');
});

it('in an encoding that is not supported are rejected, and only if they are sent', async () => {
  expect(await readParameters('?tree=.a=b')).toContain('has an encoding that this server does not support');
  expect(await readParameters('')).toEqual({});
});
