/** Parameters in every style, over real HTTP. */
import {
  arrayOf,
  boolean,
  constrainedString,
  enumOf,
  integer,
  mapOf,
  nullable,
  number,
  object,
  optional,
  required,
  string,
  unionOf,
  type Schema,
} from '@lading/runtime-wire';
import type { Encoding } from '@lading/runtime-wire';
import { expect, it } from 'vitest';
import type { Call } from '../../src/index.js';
import { contractOf, listening } from './testing.js';

const numbers = arrayOf(integer());
const point = object({ x: optional(integer()), y: optional(integer()) });

const atLeast = (name: string) => object({ [name]: required(number()) });

/** Optional parameters beside the one that is read. */
const others = {
  other: { encoding: 'plain', schema: string },
  'a[b]': { encoding: 'plain', schema: string },
  deep: { encoding: { style: 'deepObject', explode: true }, schema: point },
} as const;

type Place = 'path' | 'query' | 'headers' | 'cookies';
const cases: readonly (readonly [Place, Encoding, Schema, sent: string, read: unknown])[] = [
  ['path', 'plain', string, 'a%2Fb', 'a/b'],
  ['path', 'plain', integer(), '5', 5],
  ['path', { style: 'simple' }, numbers, '1,2', [1, 2]],
  ['path', { style: 'simple' }, arrayOf(string), 'a%2Cb,c', ['a,b', 'c']],
  ['path', { style: 'simple' }, point, 'x,1,y,2', { x: 1, y: 2 }],
  ['path', { style: 'simple', explode: true }, point, 'x=1,y=2', { x: 1, y: 2 }],
  ['path', { style: 'simple', explode: true }, point, 'x,1,y,2', { x: 1, y: 2 }],
  ['path', { style: 'label' }, numbers, '.1,2', [1, 2]],
  ['path', { style: 'label', explode: true }, numbers, '.1.2', [1, 2]],
  ['path', { style: 'label', explode: true }, point, '.x=1.y=2', { x: 1, y: 2 }],
  ['path', { style: 'label', explode: true }, mapOf(number()), '.x=1.5.y=2', { x: 1.5, y: 2 }],
  ['path', { style: 'label', explode: true }, arrayOf(number()), '.1%2E5.2', [1.5, 2]],
  ['path', { style: 'matrix' }, integer(), ';p=5', 5],
  ['path', { style: 'matrix' }, numbers, ';p=1,2', [1, 2]],
  ['path', { style: 'matrix', explode: true }, numbers, ';p=1;p=2', [1, 2]],
  ['path', { style: 'matrix', explode: true }, point, ';x=1;y=2', { x: 1, y: 2 }],
  ['path', { style: 'pipeDelimited' }, arrayOf(string), 'a%2Cb%7Cc', ['a,b', 'c']],
  ['path', { style: 'pipeDelimited' }, numbers, '1|2', [1, 2]],
  ['query', 'plain', string, 'p=a+b%2Bc', 'a b+c'],
  ['query', 'plain', boolean, 'p=true', true],
  ['query', 'plain', nullable(integer()), 'p=5', 5],
  ['query', 'repeated', numbers, 'p=1&p=2', [1, 2]],
  ['query', 'joined', arrayOf(string), 'p=a%2Cb,c', ['a,b', 'c']],
  ['query', 'joined', enumOf([['a'], ['b', 1]]), 'p=a', ['a']],
  ['query', 'joined', enumOf([['a'], ['b', 1]]), 'p=b,1', ['b', 1]],
  ['query', { style: 'form', explode: true }, enumOf([{ x: 1 }, { x: 2 }]), 'x=2', { x: 2 }],
  ['query', { style: 'form', explode: true }, point, 'x=1&y=2', { x: 1, y: 2 }],
  ['query', { style: 'form', explode: true }, point, '', {}],
  ['query', { style: 'form' }, point, 'p=x,1,y,2', { x: 1, y: 2 }],
  ['query', { style: 'spaceDelimited' }, numbers, 'p=1%202', [1, 2]],
  ['query', { style: 'pipeDelimited' }, numbers, 'p=1%7C2', [1, 2]],
  ['query', { style: 'pipeDelimited' }, arrayOf(string), 'p=2|', ['2|']],
  ['query', { style: 'spaceDelimited' }, arrayOf(string), 'p=2%20', ['2 ']],
  ['path', { style: 'pipeDelimited' }, arrayOf(string), '2%7C', ['2|']],
  ['query', { style: 'tabDelimited' }, numbers, 'p=1%092', [1, 2]],
  ['query', { style: 'deepObject', explode: true }, point, 'p[x]=1&p%5By%5D=2', { x: 1, y: 2 }],
  ['query', { style: 'deepObject', explode: true }, numbers, 'p=1&p=2', [1, 2]],
  ['query', { style: 'deepObject' }, mapOf(numbers), 'p[x][0]=1&p[x][1]=2&p[y][]=3', { x: [1, 2], y: [3] }],
  ['query', 'joined', numbers, 'p=1&p=2,3', [1, 2, 3]],
  ['query', { style: 'form', explode: true }, arrayOf(point), 'p=%7B%22x%22%3A1%7D&p=%7B%7D', [{ x: 1 }, {}]],
  ['query', { style: 'form', explode: true }, point, 'p[x]=1&p[y]=2', { x: 1, y: 2 }],
  ['query', { style: 'form' }, point, 'p[x]=1&p[y]=2', { x: 1, y: 2 }],
  ['query', 'json', point, 'p=%7B%22x%22%3A1%7D', { x: 1 }],
  ['query', { mediaType: 'application/json' }, numbers, 'p=%5B1%5D', [1]],
  ['query', { style: 'form', explode: true }, { kind: 'union', options: [numbers, string] }, 'p=a', 'a'],
  ['query', { style: 'form', explode: true }, { kind: 'union', options: [string, numbers] }, 'p=1&p=2', [1, 2]],
  // What fits several types is a number or a boolean if that has the same text.
  ['query', 'plain', unionOf([string, integer()]), 'p=1', 1],
  ['query', 'plain', unionOf([integer(), string]), 'p=01', '01'],
  ['query', 'plain', unionOf([number(), string]), 'p=1e3', '1e3'],
  ['query', 'plain', unionOf([number(), string]), 'p=12345678901234567890', '12345678901234567890'],
  ['query', 'plain', unionOf([string, boolean]), 'p=true', true],
  ['query', 'plain', unionOf([integer(), constrainedString({ pattern: '^[a-z]' })]), 'p=a1', 'a1'],
  ['query', 'plain', unionOf([constrainedString({ pattern: '^[a-z]' }), number()]), 'p=1e3', 1000],
  ['query', 'repeated', arrayOf(unionOf([string, integer()])), 'p=1&p=a', [1, 'a']],
  ['query', 'repeated', unionOf([arrayOf(string), enumOf([''])]), 'p=', ''],
  ['query', 'repeated', unionOf([arrayOf(string), enumOf([''])]), 'p=a', ['a']],
  [
    'query',
    { style: 'deepObject', explode: true },
    object({ q: optional(unionOf([arrayOf(string), enumOf([''])])) }),
    'p[q]=',
    { q: '' },
  ],
  // An object may have what another option declares.
  [
    'query',
    { style: 'deepObject', explode: true },
    unionOf([atLeast('max'), atLeast('min')]),
    'p[min]=1&p[max]=2',
    { min: 1, max: 2 },
  ],
  [
    'query',
    { style: 'deepObject', explode: true },
    object({ q: optional(unionOf([atLeast('max'), atLeast('min')])) }),
    'p[q][min]=1&p[q][max]=2',
    { q: { min: 1, max: 2 } },
  ],
  [
    'query',
    { style: 'form', explode: true },
    unionOf([atLeast('max'), atLeast('min')]),
    'min=1&max=a',
    { min: 1, max: 'a' },
  ],
  [
    'query',
    { style: 'form', explode: true },
    mapOf(string),
    'x=1&y=2&other=3&deep%5Bz%5D=4&a%5Bb%5D=5',
    { x: '1', y: '2' },
  ],
  ['headers', 'plain', integer(), '5', 5],
  ['headers', { style: 'simple' }, numbers, '1, 2', [1, 2]],
  ['headers', { style: 'simple', explode: true }, point, 'x=1,y=2', { x: 1, y: 2 }],
  ['cookies', { style: 'form' }, point, 'p=x,1,y,2', { x: 1, y: 2 }],
  ['cookies', { style: 'form', explode: true }, point, 'x=1; y=2', { x: 1, y: 2 }],
  ['cookies', 'plain', string, 'other=1; p=a%3Bb', 'a;b'],
  ['cookies', 'plain', string, '=1; x; p=a', 'a'],
  ['cookies', { style: 'form', explode: true }, numbers, 'p=1; p=2', [1, 2]],
];

it.each<[Encoding, Schema, query: string, read: unknown]>([
  [{ mediaType: 'application/x-www-form-urlencoded' }, point, 'x=1&y=2', { x: 1, y: 2 }],
  [{ style: 'form', explode: true }, point, 'x=1', { x: 1 }],
  [{ mediaType: 'application/json' }, numbers, '%5B1%5D', [1]],
  ['json', point, '%7B%22x%22%3A1%7D', { x: 1 }],
  ['plain', string, 'a%26b', 'a&b'],
  ['plain', string, '', undefined],
])('the whole query %o', async (encoding, schema, query, read) => {
  const parameters = { querystring: { p: { encoding, schema } } };
  const get = { method: 'GET', path: '/a', parameters, responses: { 200: { kind: 'json' } } } as const;
  const url = await listening(contractOf({ get }), { get: (call: Call) => ({ p: (call.query as { p?: unknown }).p }) });
  expect(await (await fetch(`${url}/a?${query}`)).json()).toEqual({ p: read });
});

it.each(cases)('%s %o', async (place, encoding, schema, sent, read) => {
  const path = place === 'path' ? '/a/{p}/b' : '/a';
  const contract = contractOf({
    get: {
      method: 'GET',
      path,
      parameters: { [place]: { p: { encoding, schema, required: true }, ...others } },
      responses: { 200: { kind: 'json' } },
    },
  });
  const url = await listening(contract, { get: (call: Call) => ({ p: (call[place] as { p: unknown }).p }) });
  const response = await fetch(
    url + path.replace('{p}', sent) + (place === 'query' ? `?${sent}` : ''),
    place === 'headers' ? { headers: { p: sent } } : place === 'cookies' ? { headers: { cookie: sent } } : {},
  );
  expect(await response.json()).toEqual({ p: read });
});

it('gives an object of any properties only those that are no other parameter', async () => {
  const encoding = { style: 'form', explode: true } as const;
  const contract = contractOf({
    get: {
      method: 'GET',
      path: '/',
      parameters: {
        query: {
          any: { encoding, schema: { kind: 'map', values: string }, required: true },
          id: { encoding: 'plain', schema: integer() },
          deep: { encoding: { style: 'deepObject' }, schema: point },
          'any[of]': { encoding: 'plain', schema: string },
        },
      },
      responses: { 200: { kind: 'json' } },
    },
  });
  const url = await listening(contract, { get: ({ query }: Call) => query });
  const response = await fetch(`${url}/?a=1&id=2&deep[x]=3`);
  expect(await response.json()).toEqual({ any: { a: '1' }, id: 2, deep: { x: 3 } });
  const empty = await fetch(`${url}/?id=2`);
  expect(await empty.json()).toEqual({ any: {}, id: 2 });
  const nested = await fetch(`${url}/?any[of]=1&any[b]=2`);
  expect(await nested.json()).toEqual({ any: { b: '2' }, 'any[of]': '1' });
});

it('reports what is missing or has another type', async () => {
  const required = { encoding: 'plain', required: true } as const;
  const contract = contractOf({
    get: {
      method: 'GET',
      path: '/{id}',
      parameters: {
        path: { id: { ...required, schema: integer() } },
        query: { q: { ...required, schema: string }, on: { ...required, schema: boolean } },
      },
      responses: { 200: { kind: 'json' } },
    },
  });
  const url = await listening(contract, { get: () => 1 });
  const response = await fetch(`${url}/x?on=1`);
  expect([response.status, response.headers.get('content-type'), await response.json()]).toEqual([
    400,
    'application/problem+json',
    {
      title: 'Bad Request',
      status: 400,
      detail: '/path/id must be an integer; /query/q is required; /query/on must be a boolean',
    },
  ]);
});
