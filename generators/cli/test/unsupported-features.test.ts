/** Warnings about what generated clients and servers do not support. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { documentOf, type JsonObject } from '../../document/index.js';
import { normalize } from '../../normalize/index.js';
import { readDocument } from '../../read/index.js';
import { client } from '../../emit/client/index.js';
import { contract } from '../../emit/contract/index.js';
import { docs } from '../../emit/docs/index.js';
import { server } from '../../emit/server/index.js';
import { types } from '../../emit/types/index.js';
import { unsupportedFeatures } from '../../generate/unsupported-features.js';

const emitters = [types, client, server];
const engine = { client: { runtime: 'engine' }, server: { dialect: 'engine' } };
const string = { type: 'string' };
const object = { type: 'object', properties: { a: string } };
const body = (mediaType: string, schema: JsonObject) => ({ requestBody: { content: { [mediaType]: { schema } } } });
const responses = (mediaTypes: Readonly<Record<string, string>>) => ({
  responses: Object.fromEntries(
    Object.entries(mediaTypes).map(([status, type]) => [status, { content: { [type]: { schema: string } } }]),
  ),
});

/** Returns the rule, the place and the sentence of each warning. */
function warnings(operation: JsonObject, more: JsonObject = {}): readonly string[] {
  const paths = { '/boxes/{id}': { get: { operationId: 'BoxGet', responses: {}, ...operation } } };
  const document = documentOf('api.yaml', { openapi: '3.2.0', info: { title: 'A', version: '1' }, paths, ...more });
  return unsupportedFeatures(normalize(document), document.name, emitters, engine).map(
    ({ rule, place, sentence }) => `${rule} ${place} ${sentence}`,
  );
}

describe('a warning for', () => {
  const cases: readonly (readonly [name: string, operation: JsonObject, client: boolean, server: boolean])[] = [
    ['the cookie "a"', { parameters: [{ name: 'a', in: 'cookie', schema: string }] }, true, true],
    [
      'the query parameter "a" (deepObject)',
      { parameters: [{ name: 'a', in: 'query', style: 'deepObject', schema: object }] },
      true,
      true,
    ],
    [
      'the path parameter "id"',
      { parameters: [{ name: 'id', in: 'path', schema: { type: 'array', items: string } }] },
      true,
      false,
    ],
    [
      'the query parameter "a" (application/xml)',
      { parameters: [{ name: 'a', in: 'query', content: { 'application/xml': {} } }] },
      true,
      true,
    ],
    ['the querystring parameter "a"', { parameters: [{ name: 'a', in: 'querystring', content: {} }] }, true, true],
    ['the request body', body('multipart/form-data', object), true, true],
    ['the request body', body('application/xml', object), true, true],
    ['the choice of 200, 202', responses({ 200: 'application/json', 202: 'text/plain' }), true, false],
    ['the stream of text/event-stream', responses({ 200: 'text/event-stream' }), true, true],
    ['the server /v2', { servers: [{ url: '/v2' }] }, true, false],
  ];
  it.each(cases)('%s', (subject, operation, client, server) => {
    const found = warnings(operation);
    const wanted = [...(client ? ['client'] : []), ...(server ? ['server'] : [])];
    expect(found).toEqual(
      wanted.map((kind) =>
        expect.stringMatching(`^${kind}-unsupported api.yaml#/paths/~1boxes~1{id}/get In the generated ${kind}, `),
      ),
    );
    for (const one of found) expect(one).toContain(`, ${subject} of BoxGet `);
  });

  it('a security scheme, once', () => {
    const components = { securitySchemes: { key: { type: 'http', scheme: 'basic' }, unused: { type: 'mutualTLS' } } };
    expect(warnings({}, { components, security: [{ key: [] }] })).toEqual([
      expect.stringContaining('the security scheme "key" of BoxGet is not applied: send the credentials yourself'),
      expect.stringContaining('the security scheme "key" of BoxGet is not checked: check the credentials'),
    ]);
  });
});

it.each([
  ['JSON', { ...body('application/json', object), ...responses({ 200: 'application/json' }) }],
  ['bytes', body('application/x-tar', { type: 'string', format: 'binary' })],
  ['several statuses of one body', responses({ 200: 'application/json', 201: 'application/json' })],
  ['a status without a body', { responses: { ...responses({ 200: 'application/json' }).responses, 304: {} } }],
  ['an array', { parameters: [{ name: 'a', in: 'query', schema: { type: 'array', items: string } }] }],
])('none for %s', (_name, operation) => {
  expect(warnings(operation)).toEqual([]);
});

it('none for types, clients and servers of any API, whatever the document has', () => {
  const document = readDocument(fileURLToPath(new URL('../../testing/documents/every-feature.yaml', import.meta.url)));
  expect(unsupportedFeatures(normalize(document), document.name, [...emitters, contract, docs])).toEqual([]);
});

it('the body of a GET has a warning, since clients of any API cannot send it', () => {
  const operation = { operationId: 'BoxGet', responses: {}, ...body('application/json', object) };
  const paths = { '/boxes': { get: operation, post: { ...operation, operationId: 'BoxPost' } } };
  const document = documentOf('api.yaml', { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths });
  expect(unsupportedFeatures(normalize(document), document.name, emitters)).toEqual([
    {
      severity: 'warning',
      rule: 'client-unsupported',
      place: 'api.yaml#/paths/~1boxes/get',
      sentence:
        'In the generated client, the request body with the method GET of BoxGet is sent in Node, Deno and Bun only, since the Fetch standard forbids it: elsewhere, pass a function that can as the option fetch.',
    },
  ]);
});

it('TRACE has a warning, since the Fetch standard forbids clients to send it', () => {
  const paths = { '/boxes': { trace: { operationId: 'BoxTrace', responses: {} } } };
  const document = documentOf('api.yaml', { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths });
  expect(unsupportedFeatures(normalize(document), document.name, emitters)).toEqual([
    {
      severity: 'warning',
      rule: 'client-unsupported',
      place: 'api.yaml#/paths/~1boxes/trace',
      sentence:
        'In the generated client, the method TRACE of BoxTrace is not sent, since the Fetch standard forbids it: send the request yourself, as the contract describes it.',
    },
  ]);
});

it('operations whose requests are the same have a warning, since servers cannot tell them apart', () => {
  const parameters = (name: string) => [{ name, in: 'query', schema: string }];
  const operation = (id: string, name: string) => ({ operationId: id, responses: {}, parameters: parameters(name) });
  const paths = {
    '/boxes': { get: operation('BoxList', 'a') },
    '/boxes#all': { get: operation('BoxListAll', 'a') },
    '/boxes#named': { get: operation('BoxFind', 'name') },
  };
  const document = documentOf('api.yaml', { openapi: '3.1.0', info: { title: 'A', version: '1' }, paths });
  expect(unsupportedFeatures(normalize(document), document.name, emitters)).toEqual([
    {
      severity: 'warning',
      rule: 'server-unsupported',
      place: 'api.yaml#/paths/~1boxes#all/get',
      sentence:
        'In the generated server, the path (equal to that of BoxList) of BoxListAll does not tell them apart: the first one handles the requests of both.',
    },
  ]);
});
