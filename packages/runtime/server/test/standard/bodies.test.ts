/** Bodies of requests and responses by media type, over real HTTP. */
import {
  any,
  arrayOf,
  boolean,
  bytes,
  enumOf,
  integer,
  intersectionOf,
  mapOf,
  nullable,
  object,
  optional,
  ref,
  required,
  string,
  unionOf,
  type ContentContract,
  type StyleEncoding,
  type ParameterContract,
  type ResponseContract,
} from '@lading/runtime-wire';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { reply, type Call, type ReceivedFile } from '../../src/index.js';
import { contractOf, listening } from './testing.js';

const pet = object({ name: required(string), age: optional(integer()), tags: optional(arrayOf(string)) });
const schema = pet;
const upload = object({ note: optional(object({ a: required(integer()) })), file: required(bytes) });

const contract = contractOf({
  put: {
    method: 'PUT',
    path: '/pet',
    body: {
      kind: 'bytes',
      required: true,
      content: {
        'application/json': { schema },
        'application/x-www-form-urlencoded': { schema },
        'multipart/form-data': { schema },
        'application/xml': { schema, text: true },
      },
    },
    responses: { 200: { kind: 'json' } },
  },
  upload: {
    method: 'POST',
    path: '/upload',
    body: { kind: 'bytes', content: { 'multipart/form-data': { schema: upload } } },
    responses: { 200: { kind: 'json' } },
  },
});
const url = listening(contract, {
  put: ({ body }: Call) => reply(200, body),
  upload: async ({ body }: Call) => {
    const { note, file } = body as { note: unknown; file: ReceivedFile };
    return { note, name: file.name, type: file.mediaType, text: Buffer.from(await file.bytes()).toString() };
  },
});

const form = new FormData();
form.set('name', 'Rex');
form.set('age', '3');
form.append('tags', 'a');
const json = { 'content-type': 'application/json' };

it.each<[string, RequestInit, number, unknown]>([
  ['JSON', { headers: json, body: '{"name":"Rex","age":3}' }, 200, { name: 'Rex', age: 3 }],
  [
    'a form',
    { body: new URLSearchParams('name=Rex&age=3&tags=a&tags=b') },
    200,
    { name: 'Rex', age: 3, tags: ['a', 'b'] },
  ],
  ['an empty form', { body: new URLSearchParams() }, 400, '/body/name is required'],
  ['multipart', { body: form }, 200, { name: 'Rex', age: 3, tags: ['a'] }],
  ['XML', { headers: { 'content-type': 'application/xml' }, body: '<a/>' }, 200, '<a/>'],
  ['keys in another case', { headers: json, body: '{"NAME":"Rex"}' }, 400, '/body/name is required'],
  ['null', { headers: json, body: '{"name":null}' }, 400, '/body/name must not be null'],
  ['a key twice', { headers: json, body: '{"name":"a","name":"b"}' }, 400, 'invalid JSON: an object has a key twice'],
  ['a colon after a quote in a string', { headers: json, body: '{"name":"a\\":"}' }, 200, { name: 'a":' }],
  ['no body', {}, 400, '/body is required'],
  [
    'another media type',
    { headers: { 'content-type': 'image/png' }, body: 'x' },
    415,
    'the body must be application/json or application/x-www-form-urlencoded or multipart/form-data or application/xml, not image/png',
  ],
])('reads %s', async (_what, init, status, body) => {
  const response = await fetch(`${await url}/pet`, { method: 'PUT', ...init });
  const read = (await response.json()) as { readonly detail?: string };
  expect([response.status, read.detail ?? read]).toEqual([status, body]);
});

const id = object({ id: required(integer()) });
const lists = object({ labels: required(arrayOf(id)), tags: required(arrayOf(string)), owner: optional(id) });
const forms = contractOf({
  put: {
    method: 'PUT',
    path: '/',
    body: {
      kind: 'bytes',
      content: { 'application/x-www-form-urlencoded': { schema: lists }, 'multipart/form-data': { schema: lists } },
    },
    responses: { 200: { kind: 'json' } },
  },
});
const formsUrl = listening(forms, { put: ({ body }: Call) => reply(200, body) });
const ids = [{ id: 2 }, { id: 3 }];

it.each<[string, [name: string, text: string][], unknown]>([
  ['one JSON array', [['labels', JSON.stringify(ids)]], { labels: ids, tags: [] }],
  ['a JSON array of one', [['labels', '[{"id":2}]']], { labels: [{ id: 2 }], tags: [] }],
  ['one value for each object', ids.map((one) => ['labels', JSON.stringify(one)]), { labels: ids, tags: [] }],
  ['an object', [['owner', '{"id":1}']], { labels: [], tags: [], owner: { id: 1 } }],
  ['text that looks like an array', [['tags', '[1]']], { labels: [], tags: ['[1]'] }],
  ['an array that is none', [['labels', '[{']], '/body/labels must be JSON'],
  ['nothing', [], { labels: [], tags: [] }],
])('reads arrays of a form: %s', async (_what, pairs, expected) => {
  const response = await fetch(await formsUrl, {
    method: 'PUT',
    body: new URLSearchParams(pairs),
  });
  const read = (await response.json()) as { readonly detail?: string };
  expect(read.detail ?? read).toEqual(expected);
});

it('takes required arrays for empty that a form does not name', async () => {
  const body = new FormData();
  body.set('owner', new Blob(['{"id":1}'], { type: 'application/json' }));
  const response = await fetch(await formsUrl, { method: 'PUT', body });
  expect(await response.json()).toEqual({ owner: { id: 1 }, labels: [], tags: [] });
});

const first = object({ kind: required(enumOf(['x'])), n: required(integer()) });
const second = object({ kind: required(enumOf(['y'])), n: required(string) });
const point = object({ x: optional(integer()), y: optional(integer()) });
const within = (encoding: StyleEncoding) => ({ at: { encoding } });

it.each<[string, ContentContract, string, unknown]>([
  ['a reference', { schema: ref(() => first) }, 'kind=x&n=1', { kind: 'x', n: 1 }],
  ['a nullable reference', { schema: nullable(ref(() => first)) }, 'kind=x&n=1', { kind: 'x', n: 1 }],
  ['the first of a union', { schema: unionOf([first, second]) }, 'kind=x&n=1', { kind: 'x', n: 1 }],
  ['the second of a union', { schema: unionOf([first, second]) }, 'kind=y&n=a', { kind: 'y', n: 'a' }],
  ['no array that only an option requires', { schema: unionOf([lists, point]) }, 'x=1', { x: 1 }],
  ['an intersection', { schema: intersectionOf([first, point]) }, 'kind=x&n=1&x=2', { kind: 'x', n: 1, x: 2 }],
  ['an intersection without', { schema: intersectionOf([point, lists]) }, 'y=1', { y: 1, labels: [], tags: [] }],
  ['a map', { schema: mapOf(integer()) }, 'a=1&b=2&c%20=%33', { a: 1, b: 2, 'c ': 3 }],
  ['other properties', { schema: object({ a: optional(string) }, { rest: integer() }) }, 'a=1&b=1', { a: '1', b: 1 }],
  ['any', { schema: any }, 'a=1&a=2&b=', { a: '1', b: '' }],
  [
    'deep properties',
    { schema: object({ at: optional(point) }), parts: within({ style: 'deepObject' }) },
    'at[x]=1',
    { at: { x: 1 } },
  ],
  [
    'spread properties',
    { schema: object({ at: optional(point) }), parts: within({ style: 'form', explode: true }) },
    'x=1&y=2',
    { at: { x: 1, y: 2 } },
  ],
  [
    'joined properties',
    { schema: object({ at: optional(point) }), parts: within({ style: 'form' }) },
    'at=x,1,y,2',
    { at: { x: 1, y: 2 } },
  ],
  [
    'no properties at all',
    { schema: object({ at: required(point) }), parts: within({ style: 'form', explode: true }) },
    'b=1',
    { b: '1', at: {} },
  ],
  ['no required object', { schema: object({ at: required(point) }) }, 'b=1', '/body/at is required'],
  [
    'no required map',
    { schema: object({ at: required(mapOf(string)) }), parts: within({ style: 'deepObject' }) },
    '',
    { at: {} },
  ],
  [
    'no required JSON',
    { schema: object({ at: required(point) }), parts: { at: { encoding: 'json' } } },
    '',
    '/body/at is required',
  ],
  ['an empty array of JSON', { schema: lists, parts: { tags: { encoding: 'json' } } }, '', '/body/tags is required'],
])('reads %s of a form', async (_what, content, text, expected) => {
  const body = { kind: 'bytes', content: { 'application/x-www-form-urlencoded': content } } as const;
  const one = contractOf({ put: { method: 'PUT', path: '/', body, responses: { 200: { kind: 'json' } } } });
  const base = await listening(one, { put: ({ body: received }: Call) => reply(200, received) });
  const response = await fetch(base, {
    method: 'PUT',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: text,
  });
  const read = (await response.json()) as { readonly detail?: string };
  expect(read.detail ?? read).toEqual(expected);
});

const level = integer({ minimum: 5 });
const word = enumOf(['a', 'b']);
const texts = contractOf({
  put: {
    method: 'PUT',
    path: '/',
    body: {
      kind: 'bytes',
      content: {
        'text/*': { schema: string, text: true },
        'text/plain': { schema: level, text: true },
        'text/x-word': { schema: word, text: true },
        'text/x-flag': { schema: unionOf([boolean, word]), text: true },
        'application/json': { schema: level },
      },
    },
    responses: { 200: { kind: 'json' } },
  },
});
const textsUrl = listening(texts, { put: ({ body }: Call) => reply(200, body) });

it.each<[string, string, unknown]>([
  ['text/x-any', '4', '4'],
  ['text/plain', '7', '7'],
  ['text/plain', '4', '/body must be at least 5'],
  ['text/plain', 'seven', '/body must be an integer'],
  ['text/x-word', 'a', 'a'],
  ['text/x-word', 'c', '/body must be one of "a", "b", not "c"'],
  ['text/x-flag', 'true', 'true'],
  ['text/x-flag', 'b', 'b'],
  ['application/json', '7', 7],
  ['application/json', '"7"', '/body must be an integer'],
])('checks the text of %s %s as the value that it says', async (type, body, expected) => {
  const response = await fetch(await textsUrl, { method: 'PUT', headers: { 'content-type': type }, body });
  const read = (await response.json()) as { readonly detail?: string };
  expect(read.detail ?? read).toEqual(expected);
});

it('gives the bytes of a media type that is no text, whatever its schema', async () => {
  const one = contractOf({
    put: {
      method: 'PUT',
      path: '/',
      body: { kind: 'bytes', content: { 'application/octet-stream': { schema } } },
      responses: { 200: { kind: 'json' } },
    },
  });
  const base = await listening(one, { put: async ({ body }: Call) => (await buffer(body as Readable)).toString() });
  const response = await fetch(base, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: 'abc',
  });
  expect(await response.json()).toBe('abc');
});

it('reads files and JSON parts', async () => {
  const body = new FormData();
  body.set('note', '{"a":1}');
  body.set('file', new File(['hello'], 'a.txt', { type: 'text/plain' }));
  const response = await fetch(`${await url}/upload`, { method: 'POST', body });
  expect(await response.json()).toEqual({ note: { a: 1 }, name: 'a.txt', type: 'text/plain', text: 'hello' });
});

async function* three(): AsyncGenerator<unknown> {
  yield* [1, 'two\nlines', { n: 3 }];
}
const several: ResponseContract = {
  kind: 'json',
  content: { 'application/json': { schema: pet }, 'text/csv': { schema: string, text: true } },
};
const only = (mediaType: string, content: object = {}): ResponseContract => ({
  kind: 'bytes',
  content: { [mediaType]: content },
});

it.each<[string, Record<number, ResponseContract>, () => unknown, RequestInit, unknown[]]>([
  [
    'one of several media types',
    { 200: several },
    () => 'a;b',
    { headers: { accept: 'text/csv' } },
    [200, 'text/csv; charset=utf-8', 'a;b'],
  ],
  ['the first one', { 200: several }, () => ({ name: 'a' }), {}, [200, 'application/json', '{"name":"a"}']],
  [
    'one of several statuses',
    { 200: several, 202: { kind: 'text' } },
    () => reply(202, 'later'),
    {},
    [202, 'text/plain; charset=utf-8', 'later'],
  ],
  [
    'an error of the document',
    { 200: several },
    () => reply(409, { code: 7 }),
    {},
    [409, 'application/json', '{"code":7}'],
  ],
  [
    'events',
    { 200: only('text/event-stream', { stream: 'event-stream' }) },
    three,
    {},
    [200, 'text/event-stream; charset=utf-8', 'data: 1\n\ndata: two\ndata: lines\n\ndata: {"n":3}\n\n'],
  ],
  [
    'whole events',
    { 200: only('text/event-stream', { stream: 'event-stream', wholeEvents: true }) },
    () => [{ data: { n: 1 }, id: 'a\nb', event: 7 }, { data: 'two', retry: 5, id: null }, 'three'],
    {},
    [
      200,
      'text/event-stream; charset=utf-8',
      'event: 7\nid: a b\ndata: {"n":1}\n\nretry: 5\ndata: two\n\ndata: three\n\n',
    ],
  ],
  [
    'lines',
    { 200: only('application/jsonl', { stream: 'json-lines' }) },
    three,
    {},
    [200, 'application/jsonl', '1\n"two\\nlines"\n{"n":3}\n'],
  ],
  [
    'a sequence',
    { 200: only('application/json-seq', { stream: 'items' }) },
    three,
    {},
    [200, 'application/json-seq', '\x1e1\n\x1e"two\\nlines"\n\x1e{"n":3}\n'],
  ],
  [
    'bytes',
    { 200: { kind: 'bytes', mediaType: 'image/png' } },
    () => new Uint8Array([65]),
    {},
    [200, 'image/png', 'A'],
  ],
  [
    'a file of JSON',
    { 200: { kind: 'bytes', mediaType: 'application/json' } },
    () => '{"a": 1}',
    {},
    [200, 'application/json', '{"a": 1}'],
  ],
  ['nothing', { 204: { kind: 'nothing' } }, () => undefined, {}, [204, null, '']],
  [
    'nothing for a client that accepts no type of another success',
    { 200: several, 204: { kind: 'nothing' } },
    () => reply(204),
    { headers: { accept: 'image/png' } },
    [204, null, ''],
  ],
])('writes %s', async (_what, responses, get, init, [status, type, body]) => {
  const base = await listening(contractOf({ get: { method: 'GET', path: '/', responses } }), { get });
  const response = await fetch(`${base}/`, init);
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([status, type, body]);
});

it.each<[string, ParameterContract['encoding'] | undefined, unknown, string | undefined]>([
  ['a text', 'plain', 'a', 'a'],
  ['a number', undefined, 7, '7'],
  ['null', 'plain', null, undefined],
  ['items', 'joined', ['a', 1], 'a,1'],
  ['items that are not declared', undefined, ['a', 1], 'a, 1'],
  ['properties', 'plain', { a: 1, b: 'c' }, 'a,1,b,c'],
  ['exploded properties', { style: 'simple', explode: true }, { a: 1, b: 'c' }, 'a=1,b=c'],
  ['JSON', 'json', { a: 'é' }, String.raw`{"a":"\u00e9"}`],
  ['JSON by its media type', { mediaType: 'application/json' }, { a: 1 }, '{"a":1}'],
  ['base64', 'base64url-json', { a: 1 }, undefined],
])('writes a header of %s', async (_what, encoding, value, text) => {
  const headers = encoding && { 'X-One': { encoding, schema: string } };
  const responses = { 200: { kind: 'json', ...(headers && { headers }) } } as const;
  const get = () => reply(200, 1, { 'x-one': value });
  const one = contractOf({ get: { method: 'GET', path: '/', responses } });
  const response = await fetch(await listening(one, { get }, { onError: () => undefined }));
  expect(response.headers.get('x-one') ?? undefined).toBe(text);
  expect(response.status).toBe(encoding === 'base64url-json' ? 500 : 200);
});

it('tells media types apart that differ in a parameter', async () => {
  const content = { 'application/json; v=1': { schema: pet }, 'application/json; v=2': { schema: id } };
  const body = { kind: 'bytes', content } as const;
  const responses = { 200: { kind: 'json', content } } as const;
  const base = await listening(contractOf({ put: { method: 'PUT', path: '/', body, responses } }), {
    put: (call: Call) => call.body,
  });
  const headers = { 'content-type': 'application/json;V="2"; charset=utf-8', accept: 'application/json;v=2' };
  const response = await fetch(base, { method: 'PUT', headers, body: '{"id":1}' });
  expect([response.headers.get('content-type'), await response.text()]).toEqual(['application/json; v=2', '{"id":1}']);
  const former = await fetch(base, { method: 'PUT', headers: json, body: '{"id":1}' });
  expect([former.status, await former.text()]).toEqual([400, expect.stringContaining('/body/name is required')]);
});

it('refuses what the client does not accept', async () => {
  const base = await listening(contractOf({ get: { method: 'GET', path: '/', responses: { 200: several } } }), {
    get: () => '',
  });
  const response = await fetch(base, { headers: { accept: 'image/png' } });
  expect(response.status).toBe(406);
});

const invalid = Buffer.from([0x89, 0xff, 0x00]);
const part = (head: string, content: Buffer) =>
  Buffer.concat([Buffer.from(`--b\r\n${head}\r\n\r\n`), content, Buffer.from('\r\n--b--\r\n')]);
const named = 'content-disposition: form-data; name="name"';

it.each<[string, string, Buffer, number, string]>([
  ['JSON', 'application/json', Buffer.concat([Buffer.from('{"name":"'), invalid, Buffer.from('"}')]), 400, 'UTF-8'],
  ['text', 'application/xml', invalid, 400, '/body must be text in UTF-8'],
  ['a form', 'application/x-www-form-urlencoded', Buffer.concat([Buffer.from('name='), invalid]), 400, 'UTF-8'],
  ['a part', 'multipart/form-data; boundary=b', part(named, invalid), 400, '/body/name must be text in UTF-8'],
  [
    'a part in latin1',
    'multipart/form-data; boundary=b',
    part(`${named}\r\ncontent-type: text/plain; charset=iso-8859-1`, Buffer.from([0xe9])),
    200,
    'é',
  ],
  [
    'a part in UTF-16, whose bytes are also ASCII',
    'multipart/form-data; boundary=b',
    part(`content-type: text/plain; charset="utf-16le"\r\n${named}`, Buffer.from([0x61, 0x62])),
    200,
    '扡',
  ],
  [
    'a part in an unknown charset',
    'multipart/form-data; boundary=b',
    part(`${named}\r\ncontent-type: text/plain; charset=x-none`, Buffer.from('a')),
    415,
    'x-none',
  ],
  ['text in latin1', 'application/xml; charset=iso-8859-1', Buffer.from([0xe9]), 200, 'é'],
  ['text in an unknown charset', 'application/xml; charset=x-none', Buffer.from('a'), 415, 'x-none'],
])('%s that is no text is rejected, and never replaced', async (_name, type, content, status, text) => {
  const response = await fetch(`${await url}/pet`, {
    method: 'PUT',
    headers: { 'content-type': type },
    body: new Uint8Array(content),
  });
  const read = await response.text();
  expect([response.status, read.includes(text), read.includes('\ufffd')]).toEqual([status, true, false]);
});
