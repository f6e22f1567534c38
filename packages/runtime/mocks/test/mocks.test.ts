/** Mocks of operations, asked by requests. */
import { getResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { arrayOf, integer, nullable, object, optional, required, string } from '@lading/runtime-wire/codegen';
import type { Operation, OperationSchemas, Schema } from '@lading/runtime-wire';
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
