/** Handlers that respond with the examples of a document. */
import { object, optional, string, type ResponseContract } from '@lading/runtime-wire';
import { Duplex, type DuplexOptions } from 'node:stream';
import { expect, it } from 'vitest';
import type { Call, Contract, OperationContract } from '../../src/index.js';
import { mockHandlers, type ExampleDocument } from '../../src/mock/index.js';
import type { Connection, Session } from '../../src/stream/index.js';

const contractOf = (responses: OperationContract['responses'], more: Partial<OperationContract> = {}): Contract => ({
  version: '1.3',
  operations: { Get: { id: 'Get', noun: 'thing', verb: 'get', method: 'GET', path: '/a~b', responses, ...more } },
});
const documentOf = (responses: object, more: object = {}): ExampleDocument => ({
  paths: { '/a~b': { get: { responses } } },
  ...more,
});
const content = (mediaType: object) => ({ content: { 'application/json': mediaType } });
const response = (kind: ResponseContract['kind'], status = 200) => contractOf({ [status]: { kind } });

function result(contract: Contract, document: ExampleDocument, prefer = '', query: unknown = {}): unknown {
  const handlers = mockHandlers<{ thing: { get: (call: Partial<Call>) => unknown } }>(contract, document);
  const request = { method: 'GET', url: '/', headers: prefer === '' ? {} : { prefer }, headersDistinct: {} };
  return handlers.thing.get({ request, query });
}

const archive = new Uint8Array(1024);
const references = {
  components: {
    responses: { 'a/b~c': content({ examples: { first: { $ref: '#/components/examples/x' }, second: { value: 2 } } }) },
    examples: { x: { value: 1 } },
  },
};

it.each<[string, unknown, Contract, ExampleDocument]>([
  ['one', { a: 1 }, response('json'), documentOf({ 200: content({ example: { a: 1 } }) })],
  [
    'the first of several',
    1,
    response('json'),
    documentOf({ 200: content({ examples: { a: { value: 1 }, b: { value: 2 } } }) }),
  ],
  [
    'one of the first success',
    1,
    response('json', 201),
    documentOf({ 200: content({ example: 2 }), 201: content({ example: 1 }) }),
  ],
  [
    'one by references',
    1,
    response('json'),
    documentOf({ 200: { $ref: '#/components/responses/a~1b~0c' } }, references),
  ],
  [
    'none of another file',
    undefined,
    response('json'),
    documentOf({ 200: { $ref: 'other.json#/components/responses/a' } }, references),
  ],
  [
    'none of a missing one',
    undefined,
    response('json'),
    documentOf({ 200: { $ref: '#/components/toString/x' } }, references),
  ],
  ['none of another path', undefined, response('json'), { paths: { '/b': {} } }],
  ['none of no paths', undefined, response('json'), {}],
  ['none of another status', undefined, response('json'), documentOf({ 201: content({ example: 1 }) })],
  ['nothing', undefined, response('nothing'), documentOf({ 200: content({ example: 1 }) })],
  [
    'nothing without a success',
    undefined,
    contractOf({ 304: { kind: 'json' } }),
    documentOf({ 304: content({ example: 1 }) }),
  ],
  ['a stream of one item', [{ a: 1 }], response('json-lines'), documentOf({ 200: content({ example: { a: 1 } }) })],
  ['a stream of several', [1, 2], response('progress'), documentOf({ 200: content({ example: [1, 2] }) })],
  [
    'a stream of lines',
    [1, { a: 2 }],
    response('progress'),
    documentOf({ 200: content({ example: '1\n \n{"a":2}\n' }) }),
  ],
  ['a stream of a text', ['no JSON'], response('json-lines'), documentOf({ 200: content({ example: 'no JSON' }) })],
  [
    'output',
    [{ stream: 'stdout', data: 'text\n' }],
    response('output'),
    documentOf({ 200: content({ example: 'text' }) }),
  ],
  [
    'output without one',
    [{ stream: 'stdout', data: 'example of Get\n' }],
    response('output'),
    documentOf({ 200: content({ example: 1 }) }),
  ],
  ['an archive', archive, response('tar'), documentOf({})],
  ['bytes', archive, response('bytes'), documentOf({})],
])('responds with %s', (_what, expected, contract, document) => {
  expect(result(contract, document)).toEqual(expected);
});

it.each([
  ['code=404', 404, 'not here'],
  ['wait=1; code=409', 409, 'example of Get with status 409'],
  ['return=minimal, code=500', 500, 'example of Get with status 500'],
  ['code=599', 599, 'example of Get with status 599'],
])('responds with the error that a request prefers: %s', (prefer, status, message) => {
  const document = documentOf({
    404: content({ example: { message: 'not here' } }),
    409: content({ example: { message: 1 } }),
  });
  expect(() => result(response('json'), document, prefer)).toThrow(
    expect.objectContaining({ status, message }) as Error,
  );
});

it.each(['code=200', 'code=399', 'code=600', 'code=4040', 'xcode=404'])('responds as usual to %s', (prefer) => {
  expect(result(response('json'), documentOf({ 200: content({ example: 1 }) }), prefer)).toBe(1);
});

it('leaves out what a request has to ask for, and never changes the document', () => {
  const document = documentOf({ 200: content({ example: { All: [{ Size: 1, Key: 2 }, 3], Size: 4, Key: 5 } }) });
  const schema = object({ Size: optional(string) });
  const rules = [
    { kind: 'returned-when', fields: ['All.[].Size', 'size'], description: 'Only with size.' },
    { kind: 'returned-when', fields: ['None.Size', 'size'], description: 'Only with size.' },
    { kind: 'never-returned', fields: ['Key'], description: 'Never.' },
  ] as const;
  const contract = contractOf({ 200: { kind: 'json', schema } }, { rules });
  expect(result(contract, document)).toEqual({ All: [{ Key: 2 }, 3], Size: 4 });
  expect(result(contract, document, '', { size: true })).toEqual({ All: [{ Size: 1, Key: 2 }, 3], Size: 4 });
});

it('sends the input of a session back', async () => {
  const sent: unknown[] = [];
  const write: DuplexOptions['write'] = (chunk, _encoding, done) => (sent.push(String(chunk)), done());
  const raw = new Duplex({ read: () => undefined, write });
  raw.push('hello');
  raw.push(null);
  await (result(response('upgrade', 101), documentOf({})) as Session).run({ raw } as Connection);
  expect(sent).toEqual(['hello']);
});
