/** Handlers of an exact server receive a `bigint` for every 64-bit integer, wherever its schema is. */
import {
  arrayOf,
  integer,
  intersectionOf,
  mapOf,
  nullable,
  number,
  object,
  optional,
  ref,
  string,
  unionOf,
  type Schema,
} from '@lading/runtime-wire';
import { expect, it } from 'vitest';
import {
  createEngineServer,
  createStandardServer,
  type Call,
  type Contract,
  type HostResponse,
} from '../../src/index.js';
import { request, textOf } from './request.js';

const long = integer({ format: 'int64' });
const patterns = [['^s', string]] as const;
const schemas: readonly (readonly [schema: Schema, json: string, value: unknown])[] = [
  [long, '1', 1n],
  [long, '9007199254740993', 9007199254740993n],
  [integer({ format: 'uint64' }), '18446744073709551615', 2n ** 64n - 1n],
  [integer({ format: 'int32' }), '1', 1],
  [integer(), '1', 1],
  [integer(), '9007199254740993', 9007199254740992],
  [number(), '1', 1],
  [string, '"1"', '1'],
  [ref(() => long), '1', 1n],
  [nullable(long), '1', 1n],
  [nullable(long), 'null', null],
  [unionOf([string, long]), '1', 1n],
  [unionOf([string, long]), '"1"', '1'],
  [arrayOf(long), '[1,2]', [1n, 2n]],
  [arrayOf(long, { prefix: [string] }), '["a",1]', ['a', 1n]],
  [mapOf(long), '{"a":1,"b":2}', { a: 1n, b: 2n }],
  [mapOf(long, { patterns }), '{"s":"1","t":1}', { s: '1', t: 1n }],
  [object({ a: optional(long) }), '{"a":1,"b":1}', { a: 1n, b: 1 }],
  [object({ a: optional(string) }, { rest: long }), '{"a":"1","b":1}', { a: '1', b: 1n }],
  [object({}, { rest: long, patterns }), '{"s":"1","t":1}', { s: '1', t: 1n }],
  [
    mapOf(long),
    '{"__proto__":1}',
    JSON.parse('{"__proto__":true}', (_, one) => (one === true ? 1n : (one as unknown))),
  ],
  [
    intersectionOf([object({ a: optional(long) }), object({ b: optional(ref(() => long)) })]),
    '{"a":1,"b":[1],"c":1}',
    undefined,
  ],
  [intersectionOf([object({ a: optional(long) }), object({ b: optional(long) })]), '{"a":1,"b":2}', { a: 1n, b: 2n }],
];

async function received(
  contract: Contract,
  url: string,
  isExact: boolean,
  body?: string,
): Promise<Call | HostResponse> {
  let received: Call | undefined;
  const handlers = { thing: { set: (call: Call) => void (received = call) } };
  const create = contract.vendor === undefined ? createStandardServer : createEngineServer;
  const headers = { 'X-Count': '3', 'x-count': '3', ...(body !== undefined && { 'content-type': 'application/json' }) };
  const response = await create(contract, handlers, { exact: isExact }).handle(request('POST', url, headers, body));
  return received ?? response;
}

const operation = {
  id: 'Set',
  noun: 'thing',
  verb: 'set',
  method: 'POST',
  responses: { 204: { kind: 'nothing' } },
} as const;
const contractOf = (more: object, vendor?: string): Contract => ({
  version: '1.3',
  ...(vendor !== undefined && { vendor }),
  operations: { Set: { ...operation, path: '/things/{id}', ...more } },
});
const id = { encoding: 'plain', required: true, schema: string } as const;

it.each(schemas.map(([schema, json, value], index) => ({ index, schema, json, value })))(
  '$index reads $json',
  async ({ schema, json, value }) => {
    const parameters = { path: { id } };
    const bodies = [
      { kind: 'json', schema, required: true },
      { kind: 'bytes', required: true, content: { 'application/json': { schema }, 'image/png': {} } },
    ];
    for (const [contract, text, wanted] of [
      [contractOf({ parameters, body: bodies[0] }), json, value],
      [contractOf({ parameters, body: bodies[1] }), json, value],
      [
        contractOf({ parameters, body: { ...bodies[0], schema: object({ in: optional(schema) }) } }, 'X'),
        `{"in":${json}}`,
        { in: value },
      ],
    ] as const) {
      const result = await received(contract, '/things/a', true, text);
      if (value === undefined) expect(result).toMatchObject({ status: 400 });
      else expect((result as Call).body).toEqual(wanted);
    }
  },
);

it.each([undefined, 'X'])('parameters of every place are exact, too (%s)', async (vendor) => {
  const one = { encoding: 'plain', schema: long } as const;
  const places = {
    path: { id: { ...one, required: true } },
    query: { n: one, m: { ...one, schema: integer() } },
    headers: { 'X-Count': one },
  };
  const call = await received(contractOf({ parameters: places }, vendor), '/things/1?n=2&m=4', true);
  expect(call).toMatchObject({ path: { id: 1n }, query: { n: 2n, m: 4 }, headers: { 'X-Count': 3n }, body: undefined });
  const plain = await received(contractOf({ parameters: places }, vendor), '/things/1?n=2', false);
  expect(plain).toMatchObject({ path: { id: 1 }, query: { n: 2 } });
});

it('writes the digits of a bigint, and nothing for a circular value', async () => {
  const contract = contractOf({ path: '/things', responses: { 200: { kind: 'json' } } });
  const circular: unknown[] = [];
  circular.push(circular);
  const written = async (value: unknown) => {
    const handlers = { thing: { set: () => value } };
    const options = { onError: () => undefined };
    return createStandardServer(contract, handlers, options).handle(request('POST', '/things'));
  };
  expect(await textOf(await written({ n: 2n ** 64n }))).toBe('{"n":18446744073709551616}');
  expect((await written(circular)).status).toBe(500);
});
