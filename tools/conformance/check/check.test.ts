// Tests check and observe with a document of a few operations.

import { expect, test } from 'vitest';
import type { Exchange, Json } from '../recorder/exchange.js';
import { check } from './check.js';
import { document, matcher } from './document.js';
import { observe, printObserved } from './observe.js';

const json = (schema: object, rest: object = {}): object => ({
  description: '',
  content: { 'application/json': { schema, ...rest } },
});
const named = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

const doc = document({
  openapi: '3.1.0',
  info: { version: '1.44' },
  paths: {
    '/things/{name}/json': {
      get: { operationId: 'ThingInspect', responses: { 200: json(named('Thing')), 404: json(named('Problem')) } },
    },
    '/things/{name}': { get: { operationId: 'ThingGet', responses: { 200: json({ type: 'string' }) } } },
    '/things/json': {
      get: {
        operationId: 'ThingList',
        parameters: [{ name: 'all', in: 'query' }],
        responses: { 200: json({ type: 'array', items: named('Thing') }) },
      },
    },
    '/things': {
      post: {
        operationId: 'ThingCreate',
        requestBody: json(named('ThingInput')),
        responses: { 201: json(named('Thing')) },
      },
    },
    '/events': {
      get: {
        operationId: 'Events',
        responses: { 200: json(named('Thing'), { 'x-lading-stream': { kind: 'json-lines' } }) },
      },
    },
    '/none': { get: { operationId: 'Nothing', responses: { 204: { description: '' } } } },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['Id'],
        properties: {
          Id: { type: 'string' },
          State: { type: 'string', enum: ['up'] },
          Tags: { type: 'array', items: { type: 'string' } },
          Inner: { anyOf: [named('Inner'), { type: 'null' }] },
        },
      },
      Inner: { type: 'object', properties: { A: { type: 'integer' } } },
      ThingInput: {
        type: 'object',
        additionalProperties: false,
        properties: { Name: { type: 'string' }, Inner: named('Inner') },
      },
      Problem: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
    },
  },
});

interface ExchangeParts {
  readonly method?: string;
  readonly path: string;
  readonly status?: number;
  readonly body?: Json;
  readonly items?: readonly Json[];
  readonly sent?: Json;
  readonly version?: string;
}

const exchangeOf = ({
  method = 'GET',
  path,
  status = 200,
  body,
  items,
  sent,
  version = '1.44',
}: ExchangeParts): Exchange => ({
  engine: '1.2.3',
  client: 'test',
  version,
  method,
  path,
  request: { headers: {}, ...(sent === undefined ? {} : { body: sent }) },
  response: { status, headers: {}, ...(body === undefined ? {} : { body }), ...(items === undefined ? {} : { items }) },
});

test.each([
  ['GET /v1.44/things/json?all=1', 'ThingList'],
  ['GET /things/a/json', 'ThingInspect'],
  ['GET /v1.41/things/host:5000/a/b/json', 'ThingInspect'],
  ['GET /things/a', 'ThingGet'],
  ['DELETE /things/a', undefined],
])('%s is %s', (call, id) => {
  const [method = '', path = ''] = call.split(' ');
  expect(matcher(doc)(exchangeOf({ method, path }))?.id).toBe(id);
});

test.each<[string, ExchangeParts, string[]]>([
  ['a body that matches', { path: '/things/a/json', body: { Id: 'a' } }, []],
  [
    'a property that is missing',
    { path: '/things/a/json', body: {} },
    ['ThingInspect 200 required /components/schemas/Thing/required'],
  ],
  [
    'a null',
    { path: '/things/json', body: [{ Id: 'a', Tags: null }] },
    ['ThingList 200 type /components/schemas/Thing/properties/Tags/type'],
  ],
  [
    'a value that is not in the enum',
    { path: '/things/a/json', body: { Id: 'a', State: 'down' } },
    ['ThingInspect 200 enum /components/schemas/Thing/properties/State/enum'],
  ],
  ['an error by its status', { path: '/things/a/json', status: 404, body: { message: 'no' } }, []],
  [
    'an undocumented status',
    { path: '/things/a/json', status: 418, body: { message: 'no' } },
    ['ThingInspect 418 status /paths/~1things~1{name}~1json/get/responses'],
  ],
  [
    'every item of a stream',
    { path: '/events', items: [{ Id: 'a' }, {}] },
    ['Events 200 required /components/schemas/Thing/required'],
  ],
  ['a stream of one', { path: '/events', body: { Id: 'a' } }, []],
  [
    'a stream that is not documented',
    { path: '/things/json', items: [[], []] },
    ['ThingList 200 x-lading-stream /paths/~1things~1json/get/responses/200'],
  ],
  [
    'JSON where none is documented',
    { path: '/none', status: 204, body: {} },
    ['Nothing 204 content /paths/~1none/get/responses/204'],
  ],
  [
    'a request in lower case',
    { method: 'POST', path: '/things', status: 201, sent: { name: 'a', inner: { a: 1 } }, body: { Id: 'a' } },
    [],
  ],
  [
    'a request that was accepted',
    { method: 'POST', path: '/things', status: 201, sent: { Name: 1 }, body: { Id: 'a' } },
    ['ThingCreate request type /components/schemas/ThingInput/properties/Name/type'],
  ],
  ['a request of another version', { path: '/things/a/json', version: '1.41', body: {} }, []],
])('%s', (_, exchange, want) => {
  const { failures } = check(doc, [exchangeOf(exchange)]);
  expect(
    failures.map(({ operation, where, keyword, pointer }) => `${operation} ${where} ${keyword} ${pointer}`),
  ).toEqual(want);
});

test('a rejected request need not match', () => {
  const { failures } = check(doc, [exchangeOf({ method: 'POST', path: '/things', status: 400, sent: { Name: 1 } })]);
  expect(failures.map(({ keyword }) => keyword)).toEqual(['status']);
});

test('the report counts operations that succeeded', () => {
  const report = check(doc, [
    exchangeOf({ path: '/things/json', body: [] }),
    exchangeOf({ path: '/things/a/json', status: 404, body: { message: 'no' } }),
    exchangeOf({ path: '/nonsense' }),
  ]);
  expect(report.operations.succeeded).toEqual(['ThingList']);
  expect(report.unknown).toEqual({ 'GET /nonsense 200': 1 });
});

test('an observation counts presence, and names what is always there and what is not documented', () => {
  const thing = (rest: { readonly [key: string]: Json }): Exchange =>
    exchangeOf({ path: '/things/a/json?extra=1', body: { Id: 'a', ...rest } });
  const observed = observe(doc, [thing({ State: 'down', Inner: { A: 1 } }), thing({ Tags: null, Odd: 1 })]);
  const { responses, parameters } = observed;
  const properties = responses.get('/components/schemas/Thing')?.properties;
  expect(properties?.get('Id')).toMatchObject({ present: 2, documented: true, required: true });
  expect(properties?.get('Tags')).toMatchObject({ present: 1, types: new Set(['null']) });
  expect(properties?.get('Odd')).toMatchObject({ documented: false });
  expect(responses.get('/components/schemas/Inner')?.count).toBe(1);
  expect(parameters.get('ThingInspect')).toEqual(new Set(['extra (test)']));
  expect(printObserved(observed).split('\n')).toEqual([
    'Responses',
    '  always present: /components/schemas/Inner A, 1 of 1',
    '  not documented: /components/schemas/Thing Odd, 1 of 2, integer, such as 1',
    'Requests',
    'Query parameters that are not documented',
    '  ThingInspect: extra (test)',
  ]);
});
