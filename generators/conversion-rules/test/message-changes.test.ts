/**
 * For each part of a message a change between two versions: what the comparison reports (kind, direction, for whom it is breaking), and
 * what the conversions do: they derive rules, ask for a decision, or pass the value on, because the runtimes serialize it as each version says, or no message differs.
 */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../document/index.js';
import { effects, integer, json, object, operation, request, response, string } from '../testing/change-effects.js';

const withType = (mediaType: string, media: JsonObject): JsonObject => ({ content: { [mediaType]: media } });

const parameter = (parts: JsonObject): JsonObject =>
  operation({ parameters: [{ name: 'q', in: 'query', schema: string, ...parts }] });
type PartRow = readonly [name: string, older: JsonObject, newer: JsonObject, wanted: string];
const list = { type: 'array', items: string };
const form = (media: JsonObject) =>
  operation({
    requestBody: { required: true, ...withType('multipart/form-data', { schema: object({ a: string }), ...media }) },
  });
const header = (parts: JsonObject) =>
  operation({ responses: { 200: { ...json(string), headers: { 'X-A': { schema: string, ...parts } } } } });
const key = (name: string) =>
  operation(
    { security: [{ key: [] }] },
    { components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name } } } },
  );
const callback = (schema: JsonObject) =>
  operation({
    callbacks: { done: { '{$request.query.url}': { post: { requestBody: json(schema), responses: { 200: {} } } } } },
  });
const events = (itemSchema: JsonObject) =>
  operation({ responses: { 200: withType('text/event-stream', { itemSchema }) } }, { openapi: '3.2.0' });
const partRows: readonly PartRow[] = [
  [
    'a query parameter',
    operation({}),
    parameter({}),
    'added request none; asks request.downgrade, derives request.upgrade',
  ],
  [
    'a required query parameter',
    operation({}),
    parameter({ required: true }),
    'added request client; asks request.downgrade request.upgrade',
  ],
  ['a removed query parameter', parameter({}), operation({}), 'removed request both; derives request.upgrade'],
  [
    'a required header',
    operation({}),
    parameter({ in: 'header', required: true }),
    'added request client; asks request.downgrade request.upgrade',
  ],
  [
    'a header',
    operation({}),
    parameter({ in: 'header' }),
    'added request none; asks request.downgrade, derives request.upgrade',
  ],
  [
    'a required cookie',
    operation({}),
    parameter({ in: 'cookie', required: true }),
    'added request client; asks request.downgrade request.upgrade',
  ],
  [
    'a name in the path',
    parameter({ in: 'path', name: 'id', required: true }),
    operation(
      {},
      {
        paths: {
          '/a/{name}': {
            post: {
              operationId: 'BoxSend',
              parameters: [{ name: 'name', in: 'path', required: true, schema: string }],
              responses: { 204: {} },
            },
          },
        },
      },
    ),
    'renamed request none; derives request.downgrade request.upgrade',
  ],
  [
    'a type in the path',
    parameter({ in: 'path', name: 'id', required: true }),
    parameter({ in: 'path', name: 'id', required: true, schema: integer }),
    'type request both; asks request.downgrade request.upgrade',
  ],
  [
    'a style',
    parameter({ schema: list }),
    parameter({ schema: list, style: 'pipeDelimited', explode: false }),
    'type request both; passes',
  ],
  [
    'a parameter with a media type',
    parameter({}),
    parameter({ schema: undefined as never, content: { 'application/json': { schema: string } } }),
    'type request both; passes',
  ],
  ['an empty value', parameter({}), parameter({ allowEmptyValue: true }), 'constraint request server; passes'],
  ['a body', operation({}), operation({ requestBody: json(string) }), 'added request none; asks request.downgrade'],
  [
    'a required body',
    operation({ requestBody: json(string) }),
    request(string),
    'required request client; asks request.upgrade',
  ],
  [
    'a media type of requests',
    request(string),
    operation({ requestBody: { required: true, ...withType('application/xml', { schema: string }) } }),
    'type request both; asks request.downgrade request.upgrade',
  ],
  [
    'a media type of responses',
    response(string),
    operation({ responses: { 200: withType('application/xml', { schema: string }) } }),
    'type response both; asks response.downgrade response.upgrade',
  ],
  [
    'a property of a form',
    form({}),
    form({ schema: object({ a: string, b: string }) }),
    'added request none; asks request.downgrade, derives request.upgrade',
  ],
  [
    'the encoding of a form',
    form({}),
    form({ encoding: { a: { contentType: 'text/x' } } }),
    'type request both; passes',
  ],
  [
    'the items of a stream',
    events(object({ a: string })),
    events(object({ b: string })),
    'removed response client, added response none; asks response.downgrade response.upgrade',
  ],
  [
    'a success status',
    response(string),
    operation({ responses: { 200: json(string), 201: json(string) } }),
    'added response client; asks response.downgrade',
  ],
  [
    'another success status',
    response(string),
    operation({ responses: { 201: json(string) } }),
    'removed response both, added response client; asks response.downgrade response.upgrade',
  ],
  [
    'a body of responses',
    operation({}),
    response(string),
    'added response client, removed response both; asks response.downgrade response.upgrade',
  ],
  [
    'an error status',
    operation({}),
    operation({ responses: { 204: {}, 400: json(string) } }),
    'added response none; passes',
  ],
  [
    'an error',
    operation({ responses: { 204: {}, 400: json(string) } }),
    operation({ responses: { 204: {}, 400: json(integer) } }),
    'type response both; passes',
  ],
  ['a header of responses', response(string), header({}), 'added response none; derives response.downgrade'],
  [
    'a required header of responses',
    header({}),
    header({ required: true }),
    'required response server; asks response.upgrade',
  ],
  [
    'the type of a header of responses',
    header({}),
    header({ schema: integer }),
    'type response both; asks response.downgrade response.upgrade',
  ],
  [
    'a link',
    operation({}),
    operation({ responses: { 204: { links: { next: { operationId: 'BoxSend' } } } } }),
    'added response none; passes',
  ],
  ['a callback', callback(string), callback(integer), 'type response both; passes'],
  ['an added callback', operation({}), callback(integer), 'added response none; passes'],
  ['security', operation({}), key('X-A'), 'added request none, behaviour request both, removed both none; passes'],
  ['a part of a security scheme', key('X-A'), key('X-B'), 'type request both; passes'],
  [
    'a server',
    operation({}, { servers: [{ url: 'https://a' }] }),
    operation({}, { servers: [{ url: 'https://b' }] }),
    'added request none, removed request client; passes',
  ],
  [
    'a webhook',
    operation({}),
    operation({}, { webhooks: { full: { post: { responses: { 200: {} } } } } }),
    'added response none; passes',
  ],
  [
    'an operation',
    operation({}),
    operation(
      {},
      {
        paths: {
          ...(operation({})['paths'] as JsonObject),
          '/b': { get: { operationId: 'BoxGet', responses: { 204: {} } } },
        },
      },
    ),
    'added both server; derives request.downgrade',
  ],
  ['a deprecation', operation({}), operation({ deprecated: true }), 'deprecated both none; passes'],
];
describe('a change of', () => {
  it.each(partRows)('%s', (_name, older, newer, wanted) => {
    expect(effects(older, newer)).toBe(wanted);
  });
});
