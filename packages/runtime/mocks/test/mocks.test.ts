/** Mocks of operations, asked by requests. */
import { getResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { arrayOf, enumOf, integer, nullable, object, optional, required, string } from '@lading/runtime-wire/codegen';
import type { Operation, OperationSchemas, ParameterContract, ResponseContract, Schema } from '@lading/runtime-wire';
import { handlersOf, mock } from '../src/codegen.js';
import type { MockedOperation } from '../src/index.js';

const thing = object({ id: required(integer()), name: required(string) });
const problem = object({ message: required(string) });

function mockOf(method: string, path: string, schema?: Schema, more: Partial<Operation & OperationSchemas> = {}) {
  const responses = schema ? { 200: { kind: 'json', schema } as const } : { 204: { kind: 'nothing' } as const };
  return mock<MockedOperation>(
    { id: `${method} ${path}`, method, path, ...more },
    { responses, errors: { 404: problem }, ...more },
  );
}

const base = 'https://example.com/v1';
const request = (method: string, path: string, body?: unknown) =>
  new Request(`${base}${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });

const things = {
  list: mockOf('GET', '/boxes/{box}/things', object({ all: required(arrayOf(thing)), total: optional(integer()) })),
  create: mockOf('POST', '/boxes/{box}/things', thing),
  read: mockOf('GET', '/boxes/{box}/things/{thingId}', thing),
  change: mockOf('PATCH', '/boxes/{box}/things/{thingId}', thing),
  remove: mockOf('DELETE', '/boxes/{box}/things/{thingId}'),
};

describe('stateful mocks', () => {
  const handlers = handlersOf(things)({ stateful: true });
  const ask = async (method: string, path: string, body?: unknown) => {
    const response = await getResponse(handlers, request(method, path, body));
    const text = (await response?.text()) ?? '';
    return { status: response?.status, body: (text === '' ? undefined : JSON.parse(text)) as Record<string, unknown> };
  };

  it('keep the objects of each collection apart', async () => {
    const { body: created } = await ask('POST', '/boxes/a/things', { name: 'one' });
    expect(created).toEqual({ id: expect.any(Number) as number, name: 'one' });
    const path = `/boxes/a/things/${String(created['id'])}`;
    expect((await ask('GET', '/boxes/a/things')).body['all']).toEqual([created]);
    expect((await ask('GET', '/boxes/b/things')).body['all']).toEqual([]);
    expect((await ask('PATCH', path, { name: 'two' })).body).toEqual({ ...created, name: 'two' });
    expect((await ask('GET', path)).body['name']).toBe('two');
    expect((await ask('DELETE', path)).status).toBe(204);
    expect(await ask('GET', path)).toEqual({ status: 404, body: { message: expect.any(String) as string } });
  });

  it('keep no property that does not fit, and give each object an identifier of its own', async () => {
    const { body: first } = await ask('POST', '/boxes/c/things', { id: 1, name: 7 });
    const { body: second } = await ask('POST', '/boxes/c/things', { id: 1, name: 'b' });
    expect(first).toEqual({ id: 1, name: expect.any(String) as string });
    expect(second['name']).toBe('b');
    expect((await ask('GET', '/boxes/c/things')).body['all']).toHaveLength(2);
  });
});

it('objects without an identifier are listed, too', async () => {
  const note = object({ text: required(string) });
  const notes = { list: mockOf('GET', '/notes', arrayOf(note)), create: mockOf('POST', '/notes', note) };
  const handlers = handlersOf(notes)({ stateful: true });
  for (const text of ['a', 'b']) await getResponse(handlers, request('POST', '/notes', { text }));
  expect(await (await getResponse(handlers, request('GET', '/notes')))?.json()).toEqual([{ text: 'a' }, { text: 'b' }]);
});

it.each([
  ['cursor', 'after', { next: ['next'] }, ['', 'x']],
  ['page', 'page', {}, ['1', '2']],
  ['offset', 'skip', { first: 1 }, ['1', '3']],
  ['link', undefined, { next: ['next'] }, ['']],
] as const)('a list with pages of the kind %s has one page', async (kind, parameter, more, values) => {
  const schema = object({ all: required(arrayOf(thing, { min: 0 })), next: required(nullable(string)) });
  const pages = { kind, ...(parameter !== undefined && { parameter }), items: ['all'], ...more };
  const list = mock<MockedOperation>(
    { id: 'list', method: 'GET', path: '/things' },
    { responses: { 200: { kind: 'json', schema } } },
    { pages, responses: { 200: [{ all: [{ id: 1, name: 'a' }], next: 'x' }] } },
  );
  const create = mockOf('POST', '/things', thing);
  for (const stateful of [false, true]) {
    const handlers = handlersOf({ list, create })({ stateful });
    await getResponse(handlers, request('POST', '/things', { name: 'a' }));
    const ask = async (value: string) => {
      const query = parameter === undefined ? '' : `?${parameter}=${value}`;
      const response = await getResponse(handlers, request('GET', `/things${query}`));
      return (await response?.json()) as { all: readonly unknown[]; next: unknown };
    };
    const found = await Promise.all(values.map(ask));
    expect(found.map(({ all }) => all.length)).toEqual([1, 0].slice(0, values.length));
    if ('next' in more) expect(found.map(({ next }) => next)).toEqual(found.map(() => null));
  }
  const own = list({ body: { all: [], next: 'mine' } });
  expect(await (await getResponse([own], request('GET', '/things')))?.json()).toEqual({ all: [], next: 'mine' });
});

describe('a handler', () => {
  const at = async (one: ReturnType<typeof mockOf>, url: string, baseUrl?: string) =>
    (await getResponse([one({}, baseUrl === undefined ? {} : { baseUrl })], new Request(url)))?.status;

  it('matches paths below any origin, or below its base URL', async () => {
    expect(await at(things.read, 'http://any.example.com/x/boxes/a%2Fb/things/1')).toBe(200);
    expect(await at(things.read, 'http://any.example.com/boxes/a/b/things/1')).toBeUndefined();
    expect(await at(things.read, `${base}/boxes/a/things/1`, base)).toBe(200);
    expect(await at(things.read, `${base}/x/boxes/a/things/1`, `${base}/`)).toBeUndefined();
    expect(await at(things.read, 'https://example.org/v1/boxes/a/things/1', base)).toBeUndefined();
  });

  it('reads encoded characters, and none as a pattern', async () => {
    const odd = mockOf('GET', '/a(b)+ü/{id}.json', thing);
    expect(await at(odd, `${base}/a(b)+%C3%BC/1.json`)).toBe(200);
    expect(await at(odd, `${base}/a(b)+%C3%BC/1xjson`)).toBeUndefined();
    expect(await at(mockOf('GET', '/images/{name}/json', thing, { slashes: true }), `${base}/images/a/b/json`)).toBe(
      200,
    );
  });

  it('of a constant takes precedence over one of a parameter', async () => {
    const all = handlersOf({
      any: mockOf('GET', '/things/{id}', thing),
      own: mockOf('GET', '/things/own', arrayOf(thing)),
    })();
    expect(await (await getResponse(all, request('GET', '/things/own')))?.json()).toBeInstanceOf(Array);
  });

  it.each([
    ['json', 'application/json'],
    ['image', 'image/png'],
    ['none', undefined],
  ])('of several operations with one path takes a request of its own body: %s', async (id, type) => {
    const taking = (name: string, body?: readonly string[]) =>
      mock<MockedOperation>(
        { id: name, method: 'POST', path: `/frames/{${name}}`, ...(body && { body }) },
        {
          responses: { 200: { kind: 'json', schema: { kind: 'enum', values: [name], open: false } } },
          ...(body && { body: { required: true } }),
        },
      );
    const all = {
      none: taking('none'),
      json: taking('json', ['application/json']),
      image: taking('image', ['image/*']),
    };
    const headers = type === undefined ? {} : { 'content-type': type };
    const sent = new Request(`${base}/frames/1`, { method: 'POST', headers, ...(type !== undefined && { body: '1' }) });
    expect(await (await getResponse(handlersOf(all)(), sent))?.json()).toBe(id);
  });

  it('responds alike to equal requests, by the seed', async () => {
    const bodyOf = async (seed: number) =>
      (await getResponse([things.read(undefined, { seed })], request('GET', '/boxes/a/things/1')))?.text();
    expect(await bodyOf(1)).toBe(await bodyOf(1));
    expect(await bodyOf(1)).not.toBe(await bodyOf(2));
  });

  it('responds with the status that the request prefers', async () => {
    const preferring = new Request(`${base}/boxes/a/things/1`, { headers: { prefer: 'code=404' } });
    expect((await getResponse([things.read()], preferring))?.status).toBe(404);
  });

  it('sends streams of events and lines, until the reader cancels', async () => {
    const content = { 'text/event-stream': { schema: thing, stream: 'event-stream' } } as const;
    const events = mockOf('GET', '/events', undefined, { responses: { 200: { kind: 'bytes', content } } });
    let isEnded = false;
    const items = (async function* () {
      try {
        for (let id = 1; ; id += 1) yield await Promise.resolve({ id, name: 'a\nb' });
      } finally {
        isEnded = true;
      }
    })();
    const response = await getResponse([events({ body: items } as never)], request('GET', '/events'));
    const reader = response?.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('data: {"id":1,"name":"a\\nb"}\n\n');
    await reader?.cancel();
    expect(isEnded).toBe(true);
  });
});

it('an enumerated header tells operations of one path apart', async () => {
  const named = (name: string) =>
    mockOf('POST', '/', object({ [name]: required(integer()) }), {
      parameters: { headers: { 'x-target': { kind: 'enum', values: [name], open: false } } },
      required: { headers: ['x-target'] },
    });
  const handlers = handlersOf({ one: named('one'), two: named('two') })();
  for (const target of ['one', 'two']) {
    const init = { method: 'POST', headers: { 'x-target': target } };
    const response = await getResponse(handlers, new Request('https://example.com/', init));
    expect(Object.keys((await response?.json()) as object)).toEqual([target]);
  }
});

describe('a response of several media types', () => {
  const two = object({ two: required(integer()) });
  const stream = { 'text/event-stream': { schema: thing, stream: 'event-stream' } } as const;
  const lines = { 'application/x-ndjson': { schema: two, stream: 'json-lines' } } as const;
  const mocks = {
    whole: mockOf('GET', '/things', undefined, {
      responses: {
        200: {
          kind: 'json',
          schema: thing,
          content: {
            'application/json': { schema: thing },
            'application/vnd.two+json': { schema: two },
            'text/csv': { schema: string, text: true },
          },
        },
      },
    }),
    stream: mockOf('GET', '/stream', undefined, {
      responses: {
        200: { kind: 'json-lines', schema: two, mediaType: 'application/x-ndjson', content: { ...stream, ...lines } },
      },
    }),
  };
  it.each([
    ['/things', undefined, 'application/json', /^{"id":-?\d+,"name":"\w*"}$/],
    ['/things', '*/*', 'application/json', /^{"id":-?\d+,"name":"\w*"}$/],
    ['/things', 'image/png', 'application/json', /^{"id":-?\d+,"name":"\w*"}$/],
    ['/things', 'application/vnd.two+json', 'application/vnd.two+json', /^{"two":-?\d+}$/],
    ['/things', 'text/csv, */*;q=0.1', 'text/csv', /^\w+$/],
    ['/stream', undefined, 'application/x-ndjson', /^({"two":-?\d+}\n){2}$/],
    ['/stream', 'application/x-ndjson', 'application/x-ndjson', /^({"two":-?\d+}\n){2}$/],
    ['/stream', 'text/event-stream', 'text/event-stream', /^(data: {"id":-?\d+,"name":"\w*"}\n\n){2}$/],
  ])('%s has the one of Accept: %s', async (path, accept, type, body) => {
    const asked = new Request(`${base}${path}`, { headers: accept === undefined ? {} : { accept } });
    const response = await getResponse(handlersOf(mocks)(), asked);
    expect(response?.headers.get('content-type')).toBe(type);
    expect(await response?.text()).toMatch(body);
  });
});

describe('a response is written by its kind', () => {
  const header = (schema: Schema, isRequired = true): ParameterContract => ({
    encoding: 'joined',
    schema,
    ...(isRequired && { required: true }),
  });
  const events = { 'text/event-stream': { stream: 'event-stream', wholeEvents: true } } as const;

  it.each<[string, ResponseContract, unknown, string | null, RegExp]>([
    ['a text', { kind: 'text' }, undefined, 'text/plain', /^[a-z]+$/i],
    ['XML', { kind: 'text', mediaType: 'application/xml' }, undefined, 'application/xml', /^<mock\/>$/],
    ['bytes', { kind: 'bytes' }, undefined, 'application/octet-stream', /^[a-z]+$/i],
    ['bytes of a program', { kind: 'bytes' }, new Uint8Array([65]), 'application/octet-stream', /^A$/],
    ['a file', { kind: 'bytes', mediaType: 'image/png' }, new Blob(['A']), 'image/png', /^A$/],
    ['a stream of bytes', { kind: 'tar' }, new Blob(['A']).stream(), 'application/octet-stream', /^A$/],
    ['a number', { kind: 'text' }, 7, 'text/plain', /^7$/],
    ['an object as a text', { kind: 'text' }, { a: 1 }, 'text/plain', /^\{"a":1\}$/],
    ['null as JSON', { kind: 'json', schema: nullable(string) }, null, 'application/json', /^null$/],
    ['null', { kind: 'text' }, null, null, /^$/],
    ['nothing', { kind: 'nothing' }, 'a', null, /^$/],
    ['lines of anything', { kind: 'progress' }, undefined, 'application/json', /^("[a-z]+"\n){2}$/i],
    ['lines', { kind: 'json-lines' }, [1, { a: 2 }], 'application/json', /^1\n\{"a":2\}\n$/],
    [
      'whole events',
      { kind: 'bytes', content: events },
      [{ data: 'a\nb', id: 1, event: 'x' }, { retry: 1 }, null],
      'text/event-stream',
      /^event: x\nid: 1\ndata: a\ndata: b\n\ndata: \{"retry":1\}\n\ndata: null\n\n$/,
    ],
  ])('%s', async (_what, contract, body, type, text) => {
    const one = mockOf('GET', '/one', undefined, { responses: { 200: contract } });
    const response = await getResponse([one((body === undefined ? {} : { body }) as never)], request('GET', '/one'));
    expect([response?.status, response?.headers.get('content-type')]).toEqual([200, type]);
    expect(await response?.text()).toMatch(text);
  });

  it('with its required headers alone, and those of the program', async () => {
    const headers = {
      'X-Count': header(integer({ minimum: 1, maximum: 9 })),
      'X-All': header(arrayOf(enumOf(['a']), { min: 2, max: 2 })),
      'X-Object': header(object({ a: required(enumOf([1])) })),
      'X-Own': header(string),
      'X-Optional': header(string, false),
      'Content-Length': header(integer()),
    };
    const one = mockOf('GET', '/one', undefined, { responses: { 200: { kind: 'json', schema: thing, headers } } });
    const response = await getResponse([one({ headers: { 'X-Own': 'mine' } })], request('GET', '/one'));
    expect(Object.fromEntries(response?.headers ?? [])).toEqual({
      'content-type': 'application/json',
      'x-count': expect.stringMatching(/^[1-9]$/) as string,
      'x-all': 'a,a',
      'x-object': '{"a":1}',
      'x-own': 'mine',
    });
  });

  it.each<[string, ResponseContract, readonly unknown[], unknown]>([
    ['that fits', { kind: 'json', schema: thing }, [1, { id: 7, name: 'a' }], { id: 7, name: 'a' }],
    ['of a stream', { kind: 'json-lines', schema: integer() }, ['a', ['a'], [1, 2]], '1\n2\n'],
    ['that is a text', { kind: 'text' }, [{ a: 1 }, 'text'], 'text'],
    ['without a schema', { kind: 'json' }, [{ any: 1 }], { any: 1 }],
  ])('with an example %s', async (_what, contract, examples, expected) => {
    const responses = { 200: contract };
    const one = mock<MockedOperation>(
      { id: 'one', method: 'GET', path: '/one' },
      { responses },
      { responses: { 200: examples } },
    );
    const text = (await (await getResponse([one()], request('GET', '/one')))?.text()) ?? '';
    expect(typeof expected === 'string' ? text : JSON.parse(text)).toEqual(expected);
  });

  it.each(['HEAD', 'GET'])('without a body to %s, or of status 205', async (method) => {
    const one = mockOf(method, '/one', undefined, {
      responses: { 200: { kind: 'json', schema: thing }, 205: { kind: 'json', schema: thing } },
    });
    const [usual, reset] = await Promise.all(
      [{}, { status: 205 }].map((response) => getResponse([one(response as never)], request(method, '/one'))),
    );
    expect([usual?.headers.get('content-type'), reset?.body ?? null]).toEqual([
      method === 'GET' ? 'application/json' : null,
      null,
    ]);
  });
});

it('refuses a status that is not declared, a base that is no URL, and what is no mock', async () => {
  const one = mockOf('GET', '/one', thing);
  const refused = getResponse([one({ status: 500 } as never)], request('GET', '/one'));
  await expect(refused).rejects.toThrow('GET /one has no response 500. Declared are 200, 404; return a Response');
  expect(() => one({}, { baseUrl: '/v1' })).toThrow('is no absolute URL: "/v1"');
  expect(() => handlersOf({ one: () => undefined })()).toThrow('This is no mock');
});

it('a response of the program may be late, or one of its own', async () => {
  const start = performance.now();
  const one = mockOf('POST', '/one', thing);
  const late = await getResponse([one({ delay: 50 })], request('POST', '/one'));
  expect([late?.status, performance.now() - start > 45]).toEqual([200, true]);
  const own = one(({ body, query, path }) => Response.json({ body, query: query.get('a'), path }));
  expect(await (await getResponse([own], request('POST', '/one?a=b', { c: 1 })))?.json()).toEqual({
    body: { c: 1 },
    query: 'b',
    path: {},
  });
  const malformed = new Request(`${base}/one`, {
    method: 'POST',
    body: '{',
    headers: { 'content-type': 'application/json' },
  });
  expect(await (await getResponse([own], malformed))?.json()).toEqual({ query: null, path: {} });
});

it('a query in the path tells operations apart', async () => {
  const all = { start: mockOf('GET', '/jobs?action=start', thing), jobs: mockOf('GET', '/jobs', arrayOf(thing)) };
  const ask = async (query: string) => (await getResponse(handlersOf(all)(), request('GET', `/jobs${query}`)))?.json();
  expect(await ask('?action=start&b=1')).toHaveProperty('id');
  expect(await ask('?action=stop')).toBeInstanceOf(Array);
});

it('a part of a segment is more specific than a whole one', async () => {
  const all = { one: mockOf('GET', '/files/{name}', thing), list: mockOf('GET', '/files/{name}.json', arrayOf(thing)) };
  const ask = async (path: string) => (await getResponse(handlersOf(all)(), request('GET', path)))?.json();
  expect(await ask('/files/a')).toHaveProperty('id');
  expect(await ask('/files/a.json')).toBeInstanceOf(Array);
});

it('an object is replaced or made by its name, and a missing one is not changed', async () => {
  const errors = { errors: {} };
  const all = {
    create: mockOf('POST', '/keys', thing),
    replace: mockOf('PUT', '/keys/{id}', thing),
    change: mockOf('PATCH', '/keys/{id}', thing, errors),
    remove: mockOf('DELETE', '/keys/{id}', undefined, errors),
    list: mockOf('GET', '/keys/', arrayOf(thing)),
  };
  const handlers = handlersOf(all)({ stateful: true });
  const ask = (method: string, path: string, body?: unknown) => getResponse(handlers, request(method, path, body));
  expect((await ask('PATCH', '/keys/7', { name: 'a' }))?.status).toBe(404);
  expect(await (await ask('PUT', '/keys/7', { name: 'a' }))?.json()).toEqual({ id: 7, name: 'a' });
  expect(await (await ask('PATCH', '/keys/7', { id: 8, name: 'b' }))?.json()).toEqual({ id: 7, name: 'b' });
  const created = await ask('POST', '/keys', { id: 9, name: 'c' });
  expect(created?.headers.get('location')).toBe('/v1/keys/9');
  expect(await (await ask('GET', '/keys/'))?.json()).toEqual([
    { id: 7, name: 'b' },
    { id: 9, name: 'c' },
  ]);
  expect([(await ask('DELETE', '/keys/7'))?.status, (await ask('DELETE', '/keys/7'))?.status]).toEqual([204, 404]);
});
