/** Parameters and bodies that validators of Standard Schema check. */
import { expect, it } from 'vitest';
import { createCaller, json, operation, styles } from '../src/codegen.js';
import { ConnectionError, InvalidCallError, validateCalls, type StandardValidator } from '../src/index.js';

/** Accepts objects whose `list` has strings, as libraries do: at once or later, with keys or parts of paths. */
const validator = (isLate: boolean): StandardValidator => ({
  '~standard': {
    validate: (value) => {
      const { list = [] } = value as { readonly list?: readonly unknown[] };
      const issues = list.flatMap((item, index) =>
        typeof item === 'string'
          ? []
          : [{ message: 'must be a string', path: isLate ? ['list', { key: index }] : ['list', index] }],
      );
      const result = issues.length > 0 ? { issues } : {};
      return isLate ? Promise.resolve(result) : result;
    },
  },
});

const post = operation(
  { id: 'ThingPost', method: 'POST', path: '/things', body: ['application/json'] },
  { response: json() },
);

function callerTo(
  respond: () => Response,
  validators = { ThingPost: { request: validator(false), response: validator(true) } },
) {
  let count = 0;
  const fetch = async () => {
    count += 1;
    return respond();
  };
  const { call } = createCaller({ baseUrl: 'https://x.test', fetch, middleware: [validateCalls(validators)] });
  return { call: (body: unknown) => call(post, { body } as never), sent: () => count };
}

it('passes bodies that fit, and gives the result', async () => {
  const { call } = callerTo(() => Response.json({ list: ['a'] }));
  expect(await call({ list: ['b'] })).toEqual({ list: ['a'] });
});

it('refuses a request before it is sent, with the places of what does not fit', async () => {
  const { call, sent } = callerTo(() => Response.json({}));
  const error = await call({ list: ['a', 1, 2] }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(InvalidCallError);
  expect(error).toMatchObject({
    code: 'REQUEST_INVALID',
    operation: 'ThingPost',
    message: 'The request of ThingPost is invalid: /list/1: must be a string; /list/2: must be a string',
    issues: [
      { path: '/list/1', message: 'must be a string' },
      { path: '/list/2', message: 'must be a string' },
    ],
  });
  expect(sent()).toBe(0);
});

it('refuses a response, of any media type of JSON', async () => {
  for (const type of ['application/json', 'application/problem+json; charset=utf-8', 'Application/JSON']) {
    const { call } = callerTo(() => new Response('{"list":[1]}', { headers: { 'content-type': type } }));
    await expect(call({})).rejects.toMatchObject({ code: 'RESPONSE_INVALID', issues: [{ path: '/list/0' }] });
  }
});

it('leaves errors, empty bodies and what is not JSON to the decoder', async () => {
  const bad = () => new Response('{"list":[1]}', { status: 400, headers: { 'content-type': 'application/json' } });
  await expect(callerTo(bad).call({})).rejects.toMatchObject({ code: 'HTTP_400' });
  const broken = () => new Response('{', { headers: { 'content-type': 'application/json' } });
  await expect(callerTo(broken).call({})).rejects.toMatchObject({ code: 'RESPONSE_INVALID', name: 'ProtocolError' });
  const empty = () => new Response(null, { status: 204, headers: { 'content-type': 'application/json' } });
  await expect(callerTo(empty).call({})).rejects.toMatchObject({ name: 'ProtocolError' });
});

it('reports a lost response as a client does', async () => {
  const lost = () =>
    new Response(
      new ReadableStream({
        start: (controller) => controller.error(new TypeError('lost')),
      }),
      { headers: { 'content-type': 'application/json' } },
    );
  await expect(callerTo(lost).call({})).rejects.toBeInstanceOf(ConnectionError);
});

it('checks no operation without a validator, whatever its name', async () => {
  const { call } = callerTo(() => Response.json({ list: [1] }), {} as never);
  expect(await call({ list: [1] })).toEqual({ list: [1] });
  const named = operation({ ...post, id: 'toString' }, { response: json() });
  const caller = createCaller({
    baseUrl: 'https://x.test',
    fetch: async () => Response.json(1),
    middleware: [validateCalls({})],
  });
  expect(await caller.call(named, { body: 1 } as never)).toBe(1);
});

it('checks parameters where they are sent, and says where', async () => {
  const get = operation(
    {
      id: 'ThingGet',
      method: 'GET',
      path: '/things/{list}',
      query: { list: 'joined', other: 'plain' },
      headers: { list: 'plain', data: 'json' },
    },
    { response: json(), nested: ['query', 'headers'], styles },
  );
  const seen: unknown[] = [];
  const at = (place: string): StandardValidator => ({
    '~standard': {
      validate: (value) => {
        const { list } = value as { readonly list?: unknown };
        seen.push([place, value]);
        return list === 'bad' ? { issues: [{ message: 'is bad', path: ['list', 0] }] } : {};
      },
    },
  });
  const validators = {
    ThingGet: { path: at('path'), query: at('query'), headers: at('headers'), cookies: at('cookies') },
  };
  const urls: string[] = [];
  const { call } = createCaller({
    baseUrl: 'https://x.test',
    fetch: async (url) => {
      urls.push(url);
      return Response.json(1);
    },
    middleware: [validateCalls(validators)],
  });
  const input = { list: 'a', query: { list: ['b'], other: null }, headers: { list: 'c', data: null } };
  expect(await call(get, input as never)).toBe(1);
  // What is not sent is checked by nobody: null is sent with a media type only.
  expect(seen).toMatchObject([
    ['path', { list: 'a' }],
    ['query', { list: ['b'] }],
    ['headers', { list: 'c', data: null }],
    ['cookies', { list: 'a' }],
  ]);
  expect((seen[1] as readonly object[])[1]).not.toHaveProperty('other');
  const error = await call(get, { ...input, list: 'bad', query: { list: 'bad' } } as never).catch(
    (one: unknown) => one,
  );
  expect(error).toMatchObject({
    code: 'REQUEST_INVALID',
    message: 'The request of ThingGet is invalid: path/list/0: is bad; query/list/0: is bad; cookies/list/0: is bad',
    issues: [
      { in: 'path', path: '/list/0', message: 'is bad' },
      { in: 'query', path: '/list/0', message: 'is bad' },
      { in: 'cookies', path: '/list/0', message: 'is bad' },
    ],
  });
  expect(urls).toEqual(['https://x.test/things/a?list=b']);
});
