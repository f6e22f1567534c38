/** Everything that OpenAPI 3.2 adds is carried, or the linter warns that it is ignored (`keyword-ignored`). */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../document/index.js';
import { emitOpenapi } from '../../emit/openapi/index.js';
import { apiOf, operationOf, plain, schemasOf } from './testing/small-documents.js';

describe('OpenAPI 3.2', () => {
  it('has the method QUERY, and any other', () => {
    const paths = { '/a': { query: { operationId: 'A' }, additionalOperations: { COPY: { operationId: 'BoxTake' } } } };
    const { operations } = apiOf({ paths }, 'openapi-3.2');
    expect(operations.map(({ id, method }) => [id, method])).toEqual([
      ['A', 'QUERY'],
      ['BoxTake', 'COPY'],
    ]);
  });

  it('has streams of items', () => {
    const items = { itemSchema: { type: 'string' } };
    const types = ['text/event-stream', 'application/jsonl', 'multipart/mixed'];
    const content = Object.fromEntries(types.map((mediaType) => [mediaType, items]));
    const { responses } = operationOf({ responses: { 200: { content } } }, 'openapi-3.2');
    expect(plain(responses[0]?.content.map(({ stream }) => stream ?? null))).toEqual([
      { kind: 'event-stream', wholeEvents: true },
      { kind: 'json-lines' },
      { kind: 'items' },
    ]);
  });

  it('has tags in tags', () => {
    const tags = [{ name: 'Box', summary: 'Boxes', parent: 'Store', kind: 'nav' }, { name: 'Store' }];
    expect(plain(apiOf({ tags }, 'openapi-3.2').groups)).toEqual([
      { name: 'box', tag: 'Box', title: 'Boxes', parent: 'store', kind: 'nav' },
      { name: 'store', tag: 'Store', title: 'Store' },
    ]);
  });

  it('has query strings, and names of servers', () => {
    const parameters = [{ name: 'q', in: 'querystring', content: { 'application/json': { schema: {} } } }];
    const servers = [{ url: 'https://a', name: 'main' }];
    const { parameters: read } = operationOf({ parameters }, 'openapi-3.2');
    expect(plain(read[0]?.encoding)).toBe('json');
    expect(apiOf({ servers }, 'openapi-3.2').servers).toEqual(servers);
  });

  it('has a flow for devices, metadata and deprecation of security schemes', () => {
    const flows = { deviceAuthorization: { deviceAuthorizationUrl: '/d', tokenUrl: '/t', scopes: {} } };
    const scheme = { type: 'oauth2', flows, oauth2MetadataUrl: '/m', deprecated: true };
    expect(plain(apiOf({ components: { securitySchemes: { key: scheme } } }, 'openapi-3.2').securitySchemes)).toEqual([
      {
        name: 'key',
        kind: 'oauth2',
        metadataUrl: '/m',
        deprecated: {},
        flows: [{ kind: 'device-authorization', deviceAuthorizationUrl: '/d', tokenUrl: '/t', scopes: [] }],
      },
    ]);
  });

  it('has media types as components, and examples as data', () => {
    const content = { 'application/json': { $ref: '#/components/mediaTypes/Word' } };
    const word = { schema: { type: 'string' }, examples: { a: { dataValue: 'b', serializedValue: '"b"' } } };
    const components = { mediaTypes: { Word: word } };
    const { responses } = operationOf({ responses: { 200: { content } } }, 'openapi-3.2', { components });
    expect(plain(responses[0]?.content ?? [])).toMatchObject([{ type: { kind: 'string' }, example: 'b' }]);
  });

  it('has no discriminator where a default schema takes all other values', () => {
    const object = { type: 'object', properties: { kind: { type: 'string' } } };
    const oneOf = [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }];
    const discriminator = { propertyName: 'kind', defaultMapping: 'Dog' };
    const schemas = { Pet: { oneOf, discriminator }, Cat: object, Dog: object };
    const pet = schemasOf(schemas, 'openapi-3.2').find(({ name }) => name === 'Pet');
    expect(plain(pet?.type)).toMatchObject({ kind: 'union' });
    expect(pet?.type).not.toHaveProperty('discriminator');
  });

  it('has keywords beside a reference', () => {
    const Box = { $ref: '#/components/schemas/Lid', required: ['A'] };
    const schemas = { Box, Lid: { type: 'object', properties: { A: { type: 'string' } } } };
    const box = schemasOf(schemas, 'openapi-3.2').find(({ name }) => name === 'Box');
    expect(plain(box?.type)).toMatchObject({ kind: 'record', bases: ['Lid'], fields: [{ name: 'A', required: true }] });
  });
});

describe('a document that is written has the version 3.2 for', () => {
  const flows = (kind: string) => ({
    components: { securitySchemes: { a: { type: 'oauth2', flows: { [kind]: {} } } } },
  });
  const path = (operation: object) => ({ paths: { '/a': operation } });
  it.each<[string, string, object]>([
    ['parents of tags', '3.2.0', { tags: [{ name: 'A', parent: 'B' }, { name: 'B' }] }],
    ['kinds of tags', '3.2.0', { tags: [{ name: 'A', kind: 'nav' }] }],
    ['names of servers', '3.2.0', { servers: [{ url: '/', name: 'main' }] }],
    ['flows for devices', '3.2.0', flows('deviceAuthorization')],
    ['QUERY', '3.2.0', path({ query: {} })],
    ['further methods', '3.2.0', path({ additionalOperations: { COPY: {} } })],
    ['summaries of responses', '3.2.0', path({ get: { responses: { 200: { summary: 'A' } } } })],
    ['query strings', '3.2.0', path({ get: { parameters: [{ name: 'q', in: 'querystring', schema: {} }] } })],
    [
      'nothing else',
      '3.1.0',
      {
        ...flows('implicit'),
        ...path({ get: { parameters: [{ name: 'q', in: 'query', schema: {} }], responses: { 200: {} } } }),
        tags: [{ name: 'A' }],
        servers: [{ url: '/' }],
      },
    ],
  ])('%s', (_what, version, content) => {
    expect(emitOpenapi(apiOf(plain(content) as JsonObject, 'openapi-3.2'))).toMatchObject({ openapi: version });
  });
});
