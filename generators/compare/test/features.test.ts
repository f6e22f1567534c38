/** Changes of servers, security, serialization, webhooks, callbacks and links. */
import { describe, expect, it } from 'vitest';
import { documentOf, type JsonObject } from '../../document/index.js';
import { normalize } from '../../normalize/index.js';
import { comparedBothWays } from '../testing/reversed-changes.js';

/** Returns the changes between two documents, each as `kind subject place (direction, breaks): sentence`. */
function changes(older: JsonObject, newer: JsonObject, version = '2'): readonly string[] {
  const api = (version: string, content: JsonObject) =>
    normalize(documentOf('api.yaml', { openapi: '3.1.0', info: { title: 'A', version }, paths: {}, ...content }));
  return comparedBothWays(api('1', older), api(version, newer)).map(
    ({ kind, subject, place, direction, breaks, sentence }) =>
      `${kind} ${subject} ${place} (${direction}, ${breaks}): ${sentence}`,
  );
}

const operation = (parts: JsonObject, others: JsonObject = {}): JsonObject => ({
  paths: { '/box': { post: { operationId: 'BoxMake', responses: {}, ...parts } } },
  ...others,
});
const server = (url: string, variables?: JsonObject): JsonObject => ({ url, ...(variables && { variables }) });
const schemes = (scheme: JsonObject, security = true): JsonObject =>
  operation({ ...(security && { security: [{ key: [] }] }) }, { components: { securitySchemes: { key: scheme } } });
const oauth = (...scopes: readonly string[]): JsonObject => {
  const named = Object.fromEntries(scopes.map((scope) => [scope, '']));
  return schemes({ type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/t', scopes: named } } });
};
const key = { type: 'apiKey', in: 'header', name: 'X-Key' };
const string = { type: 'string' };
const list = { type: 'array', items: string };
const parameter = (parts: JsonObject) =>
  operation({ parameters: [{ name: 'q', in: 'query', schema: list, ...parts }] });
const form = (encoding: JsonObject) => {
  const schema = { type: 'object', properties: { a: string } };
  return operation({ requestBody: { content: { 'multipart/form-data': { schema, encoding } } } });
};
const response = (parts: JsonObject) => operation({ responses: { 200: parts } });
const event = (schema: JsonObject): JsonObject => ({
  post: { requestBody: { content: { 'application/json': { schema } } }, responses: { 200: {} } },
});
const limited = (maxLength: number) => ({ type: 'string', maxLength });
const pages = (pagination?: JsonObject) => {
  const parameters = ['after', 'page'].map((name) => ({ name, in: 'query', schema: string }));
  const schema = { type: 'object', properties: { data: list, next: string } };
  const responses = { 200: { description: '', content: { 'application/json': { schema } } } };
  return operation({ parameters, responses, ...(pagination && { 'x-lading-pagination': pagination }) });
};
const callback = (schema: JsonObject) => operation({ callbacks: { done: { '{$request.query.url}': event(schema) } } });

const cases: readonly (readonly [name: string, older: JsonObject, newer: JsonObject, wanted: readonly string[]])[] = [
  [
    'a server',
    operation({}, { servers: [server('https://a/v1'), server('https://b')] }),
    operation({}, { servers: [server('https://a/v2'), server('https://c')] }),
    [
      'added api servers (request, none): The server `https://c` was added to the API.',
      'removed api servers (request, client): The server `https://b` was removed from the API.',
    ],
  ],
  [
    'a server whose URL keeps the number of the older version',
    operation({}, { servers: [server('https://a/v1')] }),
    operation({}, { servers: [server('https://a/v1/'), server('https://a/v2')] }),
    ['added api servers (request, none): The server `https://a/v2` was added to the API.'],
  ],
  [
    'a variable of a server',
    operation({}, { servers: [server('https://{r}', { r: { default: 'a', enum: ['a', 'b'] } })] }),
    operation({}, { servers: [server('https://{r}', { r: { default: 'a', enum: ['a'] } })] }),
    [
      'default api servers (request, client): The variables `r` of the server `https://{r}` changed from ' +
        '`[{"name":"r","default":"a","values":["a","b"]}]` to `[{"name":"r","default":"a","values":["a"]}]`.',
    ],
  ],
  [
    'a server of an operation',
    operation({}, { servers: [server('https://a')] }),
    operation({ servers: [server('https://b')] }, { servers: [server('https://a')] }),
    [
      'added operation BoxMake (request, none): The server `https://b` was added to BoxMake.',
      'removed operation BoxMake (request, client): The server `https://a` was removed from BoxMake.',
    ],
  ],
  [
    'a security scheme that no operation requires',
    {},
    schemes(key, false),
    [
      'added api key (both, none): The security scheme `key` (api-key) was added.',
      'added operation BoxMake (both, server): The operation BoxMake (`POST /box`) was added.',
    ],
  ],
  [
    'a part of a security scheme',
    schemes(key),
    schemes({ ...key, in: 'query', deprecated: true }),
    [
      'deprecated api key (request, none): The security scheme `key` is now deprecated.',
      'type api key (request, both): The security scheme `key` has another `in`.',
    ],
  ],
  [
    'an added scope',
    oauth('read'),
    oauth('read', 'write'),
    ['type api key (request, none): The security scheme `key` has another `flows`.'],
  ],
  [
    'authentication that is required',
    operation({}),
    operation({ security: [{ a: ['read'], b: [] }] }),
    [
      'behaviour operation BoxMake (request, both): The authentication of BoxMake changed from none to `a (read) and b`.',
    ],
  ],
  [
    'authentication with a further alternative',
    operation({ security: [{ a: [] }] }),
    operation({ security: [{ a: [] }, {}] }),
    ['behaviour operation BoxMake (request, server): The authentication of BoxMake changed from `a` to none or `a`.'],
  ],
  [
    'authentication without an alternative',
    operation({ security: [{ a: [] }, { b: [] }] }),
    operation({ security: [{ a: [] }] }),
    ['behaviour operation BoxMake (request, client): The authentication of BoxMake changed from `a` or `b` to `a`.'],
  ],
  [
    'a style',
    parameter({ style: 'pipeDelimited' }),
    parameter({}),
    [
      'type parameter BoxMake query q (request, both): ' +
        'The encoding of `q` (query) of BoxMake changed from `pipeDelimited` to `repeated`.',
    ],
  ],
  [
    'an empty value',
    parameter({}),
    parameter({ allowEmptyValue: true }),
    ['constraint parameter BoxMake query q (request, server): `q` (query) of BoxMake may now be sent without a value.'],
  ],
  [
    'a part of a form',
    form({ a: { contentType: 'image/png', headers: { 'X-A': { schema: string } } } }),
    form({}),
    [
      'type body BoxMake body part a (request, both): The part `a` of the request body of BoxMake is now sent by default ' +
        'instead of as `image/png` and with the headers `x-a`.',
    ],
  ],
  [
    'the encoding of a header',
    response({ headers: { 'X-A': { schema: string } } }),
    response({ headers: { 'X-A': { content: { 'application/json': { schema: string } } } } }),
    [
      'type header BoxMake 200 header X-A (response, both): The encoding of the header `X-A` of the response 200 of BoxMake ' +
        'changed from `plain` to `json`.',
    ],
  ],
  [
    'a link',
    response({ links: { next: { operationId: 'A' } } }),
    response({ links: { next: { operationId: 'B' } } }),
    [
      'behaviour response BoxMake 200 link next (response, none): The link `next` changed in the response 200 of BoxMake.',
    ],
  ],
  [
    'declared pages',
    pages(),
    pages({ kind: 'page', parameter: 'page', items: '/data' }),
    [
      'behaviour operation BoxMake (both, none): ' +
        'The pages of BoxMake changed from none to `{"kind":"page","items":"/data","parameter":"page"}`.',
    ],
  ],
  [
    'other pages',
    pages({ kind: 'page', parameter: 'page', items: '/data' }),
    pages({ kind: 'cursor', parameter: 'after', next: '/next', items: '/data' }),
    [
      'behaviour operation BoxMake (both, client): ' +
        'The pages of BoxMake changed from `{"kind":"page","items":"/data","parameter":"page"}` to ' +
        '`{"kind":"cursor","items":"/data","parameter":"after","next":"/next"}`.',
    ],
  ],
  [
    'pages that are no longer declared',
    pages({ kind: 'link', items: '/data' }),
    pages(),
    [
      'behaviour operation BoxMake (both, client): ' +
        'The pages of BoxMake changed from `{"kind":"link","items":"/data"}` to none.',
    ],
  ],
  [
    'an added webhook',
    {},
    { webhooks: { full: event(string) } },
    ['added operation FullWebhook (response, none): The webhook `full` (POST) was added.'],
  ],
  [
    'a removed webhook',
    { webhooks: { full: event(string) } },
    {},
    ['removed operation FullWebhook (response, client): The webhook `full` (POST) was removed.'],
  ],
  [
    'a webhook, which clients receive',
    { webhooks: { full: event(limited(2)) } },
    { webhooks: { full: event(limited(3)) } },
    [
      'constraint body FullWebhook body (response, client): ' +
        'The request body of FullWebhook now has the maximum length `3` instead of `2`.',
    ],
  ],
  [
    'a callback, which clients receive',
    callback(limited(2)),
    callback(limited(3)),
    [
      'constraint body BoxMakeDonePost body (response, client): ' +
        'The request body of BoxMakeDonePost now has the maximum length `3` instead of `2`.',
    ],
  ],
  [
    'a removed callback',
    callback(string),
    operation({}),
    ['removed operation BoxMakeDonePost (response, client): The callback `done` of BoxMake (POST) was removed.'],
  ],
];

describe('changes of', () => {
  it.each(cases.map(([name, older, newer, wanted]) => ({ name, older, newer, wanted })))('$name', (one) => {
    expect(changes(one.older, one.newer)).toEqual(one.wanted);
    expect(changes(one.older, one.older, '1')).toEqual([]);
  });
});

const number = { type: 'integer' };
const described = (mediaType: string, schema: JsonObject) =>
  operation({ parameters: [{ name: 'q', in: 'query', content: { [mediaType]: { schema } } }] });
const body = (mediaType: string, schema: JsonObject, encoding: JsonObject = {}) =>
  operation({ requestBody: { content: { [mediaType]: { schema, encoding } } } });
const fields = { type: 'object', properties: { a: string, n: number, o: { type: 'object' }, l: list } };
const file = { type: 'object', properties: { f: { type: 'string', format: 'binary' } } };

describe('an encoding', () => {
  it.each<readonly [string, JsonObject, JsonObject]>([
    ['of a number', parameter({ schema: number }), described('application/json', number)],
    ['of text', parameter({ schema: string }), described('text/plain', string)],
    ['of one value, exploded or not', parameter({ schema: string }), parameter({ schema: string, explode: false })],
    ['by default', parameter({}), parameter({ style: 'form', explode: true })],
    ['of numbers', parameter({ schema: number }), parameter({ schema: number, allowReserved: true })],
    [
      'of words',
      parameter({ schema: { enum: ['a', 'b-c'] } }),
      parameter({ schema: { enum: ['a', 'b-c'] }, allowReserved: true }),
    ],
    [
      'of many numbers',
      parameter({ schema: { type: 'array', items: number } }),
      parameter({ schema: { type: 'array', items: number }, allowReserved: true }),
    ],
    [
      'of parts',
      body('multipart/form-data', fields),
      body('multipart/form-data', fields, {
        a: { contentType: 'text/plain; charset=utf-8' },
        n: { contentType: 'text/plain' },
        o: { contentType: 'application/json' },
        l: { contentType: 'text/plain' },
      }),
    ],
    [
      'of files',
      body('multipart/form-data', file),
      body('multipart/form-data', file, { f: { contentType: 'application/octet-stream' } }),
    ],
    [
      'of a form',
      body('application/x-www-form-urlencoded', fields),
      body('application/x-www-form-urlencoded', fields, { a: { contentType: 'text/plain' } }),
    ],
    ['of JSON', body('application/json', fields), body('Application/JSON; charset=UTF-8', fields)],
  ])('%s that writes the same is no change', (_name, older, newer) => {
    expect(changes(older, newer)).toEqual([]);
    expect(changes(newer, older)).toEqual([]);
  });

  it('of one of two media types that write the same is a change', () => {
    const both = (maxLength: number) =>
      operation({
        requestBody: {
          content: {
            'application/json': { schema: limited(maxLength) },
            'application/json; charset=utf-8': { schema: limited(9) },
          },
        },
      });
    expect(changes(both(2), both(3))).toHaveLength(1);
  });

  it.each<readonly [string, JsonObject, JsonObject]>([
    ['of text in JSON', parameter({ schema: string }), described('application/json', string)],
    [
      'of null',
      parameter({ schema: { type: ['integer', 'null'] } }),
      described('application/json', { type: ['integer', 'null'] }),
    ],
    [
      'of text with reserved characters',
      parameter({ schema: string }),
      parameter({ schema: string, allowReserved: true }),
    ],
    [
      'of values with reserved characters',
      parameter({ schema: { enum: ['a/b'] } }),
      parameter({ schema: { enum: ['a/b'] }, allowReserved: true }),
    ],
    [
      'of a part',
      body('multipart/form-data', fields),
      body('multipart/form-data', fields, { o: { contentType: 'text/plain' } }),
    ],
    ['of text in another charset', body('text/plain', string), body('text/plain; charset=latin1', string)],
  ])('%s is a change', (_name, older, newer) => {
    expect(changes(older, newer)).toHaveLength(1);
    expect(changes(newer, older)).toHaveLength(1);
  });
});
