/** Tests serializations: of parameters and headers, and of the parts of forms. */
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../document/index.js';
import { apiOf, operationOf, plain } from './testing/small-documents.js';

const text: JsonObject = { type: 'string' };
const list: JsonObject = { type: 'array', items: text };
const object: JsonObject = { type: 'object', properties: { a: text } };

describe('a parameter of OpenAPI 3', () => {
  const cases: readonly (readonly [parameter: JsonObject, schema: JsonObject, encoding: Json])[] = [
    [{ in: 'path' }, text, 'plain'],
    [{ in: 'path' }, list, 'joined'],
    [{ in: 'path', explode: true }, list, 'joined'],
    [{ in: 'path' }, object, { style: 'simple' }],
    [{ in: 'path', explode: true }, object, { style: 'simple', explode: true }],
    [{ in: 'path', style: 'label' }, text, { style: 'label' }],
    [{ in: 'path', style: 'label', explode: true }, list, { style: 'label', explode: true }],
    [{ in: 'path', style: 'matrix' }, object, { style: 'matrix' }],
    [{ in: 'path', style: 'matrix', explode: true }, text, { style: 'matrix' }],
    [{ in: 'query' }, text, 'plain'],
    [{ in: 'query' }, list, 'repeated'],
    [{ in: 'query', explode: false }, list, 'joined'],
    [{ in: 'query' }, object, { style: 'form', explode: true }],
    [{ in: 'query', explode: false }, object, { style: 'form' }],
    [{ in: 'query', style: 'spaceDelimited' }, list, { style: 'spaceDelimited' }],
    [{ in: 'query', style: 'pipeDelimited', explode: true }, list, 'repeated'],
    [{ in: 'query', style: 'pipeDelimited' }, object, { style: 'pipeDelimited' }],
    [{ in: 'query', style: 'deepObject', explode: true }, object, { style: 'deepObject' }],
    [{ in: 'query', allowReserved: true }, text, { style: 'form', allowReserved: true }],
    [{ in: 'header' }, list, 'joined'],
    [{ in: 'header' }, object, { style: 'simple' }],
    [{ in: 'cookie' }, text, 'plain'],
    [{ in: 'cookie' }, object, { style: 'form', explode: true }],
    [{ in: 'query' }, { oneOf: [text, { type: 'integer' }] }, 'plain'],
    [{ in: 'query' }, { oneOf: [text, list] }, { style: 'form', explode: true }],
    [{ in: 'query' }, { type: 'array', items: object }, { style: 'form', explode: true }],
    [{ in: 'path' }, { type: 'array', items: list }, { style: 'simple' }],
  ];
  it.each(cases)('%j of %j', (parameter, schema, encoding) => {
    // A named schema has the same encoding as an inline one.
    for (const used of [schema, { $ref: '#/components/schemas/Used' }]) {
      const parameters = [{ name: 'a', ...parameter, schema: used }];
      const components = { schemas: { Used: schema } };
      expect(plain(operationOf({ parameters }, 'openapi-3.1', { components }).parameters[0]?.encoding)).toEqual(
        encoding,
      );
    }
  });

  // Emitted again, these have other types.
  it.each([
    [{ in: 'query' }, {}, 'plain'],
    [{ in: 'query', explode: false }, { type: 'array', items: text, enum: [['a'], ['b']] }, 'joined'],
  ])('%j of %j', (parameter, schema, encoding) => {
    const api = apiOf({ paths: { '/a': { get: { parameters: [{ name: 'a', ...parameter, schema }] } } } });
    expect(api.operations[0]?.parameters[0]?.encoding).toEqual(encoding);
  });

  const contents: readonly (readonly [mediaType: string, encoding: Json])[] = [
    ['application/json', 'json'],
    ['application/vnd.a+json', 'json'],
    ['application/xml', { mediaType: 'application/xml' }],
  ];
  it.each(contents)('with the content %s', (mediaType, encoding) => {
    const parameters = [{ name: 'a', in: 'query', content: { [mediaType]: { schema: list } } }];
    expect(plain(operationOf({ parameters }).parameters[0]?.encoding)).toEqual(encoding);
  });

  it('may be the whole query, and may be sent without a value', () => {
    const parameters = [
      { name: 'all', in: 'querystring', content: { 'application/x-www-form-urlencoded': { schema: object } } },
      { name: 'a', in: 'query', allowEmptyValue: true, schema: text },
    ];
    expect(operationOf({ parameters }, 'openapi-3.2').parameters).toMatchObject([
      { in: 'querystring', encoding: { mediaType: 'application/x-www-form-urlencoded' } },
      { in: 'query', allowEmptyValue: true },
    ]);
  });
});

describe('a parameter of Swagger 2.0', () => {
  const cases: readonly (readonly [collectionFormat: string | undefined, encoding: Json])[] = [
    [undefined, 'joined'],
    ['csv', 'joined'],
    ['ssv', { style: 'spaceDelimited' }],
    ['tsv', { style: 'tabDelimited' }],
    ['pipes', { style: 'pipeDelimited' }],
    ['multi', 'repeated'],
  ];
  it.each(cases)('with collectionFormat %s', (collectionFormat, encoding) => {
    const parameters = [{ name: 'a', in: 'query', ...list, ...(collectionFormat && { collectionFormat }) }];
    expect(plain(operationOf({ parameters }, 'swagger-2.0').parameters[0]?.encoding)).toEqual(encoding);
  });
});

it('a header of a response has a style or a content', () => {
  const headers = {
    a: { schema: list },
    b: { schema: object, explode: true },
    c: { content: { 'application/json': { schema: object } } },
  };
  const [response] = operationOf({ responses: { 200: { headers } } }).responses;
  expect(response?.headers.map(({ encoding }) => encoding)).toEqual([
    'joined',
    { style: 'simple', explode: true },
    'json',
  ]);
});

describe('the parts of a form', () => {
  it('have media types, styles and headers', () => {
    const encoding = {
      picture: { contentType: 'image/png, image/jpeg', headers: { 'X-Size': { schema: { type: 'integer' } } } },
      tags: { style: 'pipeDelimited' },
      names: { explode: true },
    };
    const schema = { type: 'object', properties: { picture: text, tags: list, names: list } };
    const { body } = operationOf({ requestBody: { content: { 'multipart/form-data': { schema, encoding } } } });
    expect(plain(body?.content[0]?.parts)).toEqual([
      {
        name: 'picture',
        mediaTypes: ['image/png', 'image/jpeg'],
        headers: [{ name: 'X-Size', type: { kind: 'integer' }, required: false, encoding: 'plain' }],
      },
      { name: 'tags', encoding: { style: 'pipeDelimited' } },
    ]);
  });

  const svg: JsonObject = { type: 'string', contentMediaType: 'image/svg+xml' };
  const contents: readonly (readonly [what: string, property: JsonObject, part: JsonObject | undefined])[] = [
    ['a text', svg, { mediaTypes: ['image/svg+xml'] }],
    ['bytes', { type: 'string', contentMediaType: 'image/png' }, { mediaTypes: ['image/png'] }],
    ['text that is JSON', { type: 'string', contentMediaType: 'application/ld+json' }, { isText: true }],
    ['a reference', { $ref: '#/components/schemas/Drawing' }, { mediaTypes: ['image/svg+xml'] }],
    ['text or null', { anyOf: [svg, { type: 'null' }] }, { mediaTypes: ['image/svg+xml'] }],
    ['an array', { type: 'array', items: { allOf: [svg] } }, { mediaTypes: ['image/svg+xml'] }],
    ['Base64', { ...svg, contentEncoding: 'base64' }, undefined],
    ['an encoding', { ...svg, title: 'stated' }, { mediaTypes: ['text/plain'] }],
  ];
  it.each(contents)('have the media type of their content: %s', (_what, property, part) => {
    const schema = { allOf: [{ type: 'object', properties: { drawing: property } }] };
    const encoding = property['title'] === 'stated' && { encoding: { drawing: { contentType: 'text/plain' } } };
    const content = { 'multipart/form-data': { schema, ...encoding } };
    const operation = { operationId: 'BoxFill', requestBody: { content }, responses: {} };
    const api = apiOf({ paths: { '/a': { post: operation } }, components: { schemas: { Drawing: svg } } });
    const parts = api.operations[0]?.body?.content[0]?.parts;
    expect(parts ?? []).toEqual(part === undefined ? [] : [expect.objectContaining({ name: 'drawing', ...part })]);
  });

  it('are JSON in a URL-encoded form if their media type is', () => {
    const encoding = { filter: { contentType: 'application/json' }, note: { contentType: 'text/plain' } };
    const schema = { type: 'object', properties: { filter: object, note: text } };
    const content = { 'application/x-www-form-urlencoded': { schema, encoding } };
    const { body } = operationOf({ requestBody: { content } });
    expect(body?.content[0]?.parts?.map((part) => part.encoding)).toEqual(['json', undefined]);
  });

  it('are one JSON value for each item if a style says that items are apart', () => {
    const schema = { type: 'object', properties: { labels: { type: 'array', items: object }, tags: list } };
    const encoding = { labels: { style: 'form', explode: true }, tags: { style: 'form', explode: true } };
    const content = { 'application/x-www-form-urlencoded': { schema, encoding } };
    const { body } = operationOf({ requestBody: { content } });
    expect(body?.content[0]?.parts).toEqual([{ name: 'labels', encoding: { style: 'form', explode: true } }]);
  });

  const parameters: readonly JsonObject[] = [
    { name: 'label', in: 'formData', type: 'string', required: true, description: 'The label.' },
    { name: 'tags', in: 'formData', ...list },
    { name: 'names', in: 'formData', ...list, collectionFormat: 'multi' },
  ];
  const file: JsonObject = { name: 'picture', in: 'formData', type: 'file' };
  const bodies: readonly (readonly [
    more: readonly JsonObject[],
    consumes: readonly string[],
    mediaTypes: readonly string[],
  ])[] = [
    [[], [], ['application/x-www-form-urlencoded']],
    [[], ['multipart/form-data', 'application/json'], ['multipart/form-data']],
    [[file], ['application/x-www-form-urlencoded'], ['multipart/form-data']],
  ];
  it.each(bodies)('of Swagger 2.0 are an object: with %j, as %j', (more, consumes, mediaTypes) => {
    const { body } = operationOf({ consumes, parameters: [...parameters, ...more] }, 'swagger-2.0');
    expect(body?.required).toBe(true);
    expect(body?.content.map(({ mediaType }) => mediaType)).toEqual(mediaTypes);
    expect(plain(body?.content[0]?.parts)).toEqual([{ name: 'tags', encoding: 'joined' }]);
  });

  it('of Swagger 2.0 have the types and descriptions of the parameters', () => {
    const operation = { operationId: 'BoxFill', parameters: [...parameters, file] };
    const { schemas } = apiOf({ paths: { '/a': { post: operation } } }, 'swagger-2.0');
    expect(schemas.find(({ name }) => name === 'BoxFillRequest')?.type).toMatchObject({
      fields: [
        { name: 'label', required: true, description: 'The label.', type: { kind: 'string' } },
        { name: 'tags', required: false, type: { kind: 'array' } },
        { name: 'names', type: { kind: 'array' } },
        { name: 'picture', type: { kind: 'bytes' } },
      ],
    });
  });
});

describe('content in several media types', () => {
  it('has one type if the schema is repeated', () => {
    const content = { 'application/json': { schema: object }, 'application/xml': { schema: object } };
    const { schemas } = apiOf({ paths: { '/a': { get: { operationId: 'BoxGet', responses: { 200: { content } } } } } });
    expect(schemas.map(({ name }) => name)).toEqual(['BoxGetResponse']);
  });

  const produced: readonly (readonly [
    produces: readonly string[],
    schema: JsonObject,
    mediaTypes: readonly string[],
  ])[] = [
    [['application/json', 'application/xml', 'text/plain'], object, ['application/json', 'application/xml']],
    [['application/xml'], object, ['application/xml']],
    [['text/plain'], object, ['application/json']],
    [['text/csv'], text, ['text/csv']],
  ];
  it.each(produced)('of Swagger 2.0: %j of %j', (produces, schema, mediaTypes) => {
    const { responses } = operationOf({ produces, responses: { 200: { schema } } }, 'swagger-2.0');
    expect(responses[0]?.content.map(({ mediaType }) => mediaType)).toEqual(mediaTypes);
  });
});
