/** Each rule finds its violations, and nothing in a valid document. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentOf, type Dialect, type Document, type JsonObject } from '../../document/index.js';
import { lint, rules } from '../index.js';

/** Returns a valid document with one operation and one schema, changed by `change`. */
function documentWith(change: DocumentChange, dialect: Dialect = 'openapi-3.0'): Document {
  const root: DraftDocument = structuredClone(validDocument);
  change(root);
  return { name: 'api.yaml', version: '1.0', dialect, root: root as unknown as JsonObject };
}

function referenceTo(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` };
}

type DraftDocument = Record<string, Record<string, Record<string, Record<string, unknown>>>>;

const validDocument: DraftDocument = {
  paths: {
    '/boxes/{id}': {
      get: {
        operationId: 'BoxGet',
        summary: 'Shows a box',
        tags: ['Box'],
        parameters: [{ name: 'id', in: 'path', required: true, description: 'Which box', schema: { type: 'string' } }],
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Box' } } } } },
      },
    },
  },
  components: {
    schemas: {
      Box: {
        type: 'object',
        required: ['Size'],
        properties: { Size: { type: 'integer', description: 'How large', minimum: 1, default: 3, example: 4 } },
      },
    },
  },
};

const operation = (root: DraftDocument) => root['paths']!['/boxes/{id}']!['get']!;
const box = (root: DraftDocument) => root['components']!['schemas']!['Box']!;
const size = (schema: unknown) => (root: DraftDocument) => {
  box(root)['properties'] = { Size: schema };
};

const media = (parts: object) => (root: DraftDocument) => {
  const schema = referenceTo('Box');
  operation(root)['responses'] = { 200: { content: { 'application/json': { schema, ...parts } } } };
};

const emptyParameter = (schema: object) => (root: DraftDocument) => {
  const parameter = { name: 'word', in: 'query', description: 'A word', allowEmptyValue: true, schema };
  (operation(root)['parameters'] as unknown as object[]).push(parameter);
};

type DocumentChange = (root: DraftDocument) => unknown;
type Case = readonly [rule: string, place: string, sentence: string, change: DocumentChange, dialect?: Dialect];

const unknownKeys: readonly (readonly [place: string, sentence: string, change: DocumentChange])[] = [
  [
    '/definitions',
    '"definitions" of the document, which openapi-3.0 does not have',
    (root) => Object.assign(root, { definitions: {} }),
  ],
  [
    '/components/schema',
    '"schema" of components, which openapi-3.0 does not have; write "schemas"',
    (root) => Object.assign(root['components']!, { schema: {} }),
  ],
  [
    '/paths/~1boxes~1{id}/POST',
    '"POST" of path items, which openapi-3.0 does not have; write "post"',
    (root) => Object.assign(root['paths']!['/boxes/{id}']!, { POST: {} }),
  ],
  [
    '/paths/~1boxes~1{id}/get/consumes',
    '"consumes" of operations, which openapi-3.0 does not have',
    (root) => (operation(root)['consumes'] = ['text/plain']),
  ],
  [
    '/paths/~1boxes~1{id}/get/requestBody/schema',
    '"schema" of request bodies, which openapi-3.0 does not have',
    (root) => (operation(root)['requestBody'] = { schema: {} }),
  ],
  [
    '/paths/~1boxes~1{id}/get/responses/200/schema',
    '"schema" of responses, which openapi-3.0 does not have',
    (root) => Object.assign((operation(root)['responses'] as JsonObject)['200']!, { schema: {} }),
  ],
  [
    '/paths/~1boxes~1{id}/get/responses/20x',
    'the response "20x", which is no status',
    (root) => Object.assign(operation(root)['responses'] as object, { '20x': { description: 'Done' } }),
  ],
  [
    '/paths/~1boxes~1{id}/get/parameters/0/collectionFormat',
    '"collectionFormat" of parameters, which openapi-3.0 does not have',
    (root) => Object.assign((operation(root)['parameters'] as object[])[0]!, { collectionFormat: 'csv' }),
  ],
  [
    '/paths/~1boxes~1{id}/get/parameters/0/style',
    'the style "form" in path, which openapi-3.0 does not have',
    (root) => Object.assign((operation(root)['parameters'] as object[])[0]!, { style: 'form' }),
  ],
  [
    '/paths/~1boxes~1{id}/get/parameters/1/in',
    'a parameter in "formData", which openapi-3.0 does not have',
    (root) =>
      (operation(root)['parameters'] as object[]).push({
        name: 'file',
        in: 'formData',
        description: 'A file',
        schema: { type: 'string' },
      }),
  ],
];

const responseWith = (parts: object) => (root: DraftDocument) =>
  Object.assign((operation(root)['responses'] as Record<string, object>)['200']!, parts);
const sizeAt = '/components/schemas/Box/properties/Size';
const getAt = '/paths/~1boxes~1{id}/get';

const misspelled: readonly Case[] = (
  [
    ['minlength', '"minLength"', 'openapi-3.1'],
    ['multipleof', '"multipleOf"', 'openapi-3.1'],
    ['propertes', '"properties"', 'openapi-3.1'],
    ['tpye', '"type"', 'openapi-3.1'],
    ['enums', '"enum"', 'openapi-3.1'],
    ['dependencies', '"dependentRequired" or "dependentSchemas"', 'openapi-3.1'],
    ['requred', '"required"', 'openapi-3.0'],
    ['unit', undefined, 'openapi-3.0'],
  ] as const
).map(([key, remedy, dialect]) => [
  'key-unknown',
  `${sizeAt}/${key}`,
  `Ignored: "${key}" of schemas, which ${dialect} does not have${remedy === undefined ? '' : `; write ${remedy}`}.`,
  size({ type: 'string', description: 'How large', [key]: {} }),
  dialect,
]);

const mistyped: readonly Case[] = (
  [
    [`${sizeAt}/nullable`, 'the value "true" at "nullable" of schemas; write a boolean', size({ nullable: 'true' })],
    [`${sizeAt}/minLength`, 'the value "3" at "minLength" of schemas; write a number', size({ minLength: '3' })],
    [`${sizeAt}/multipleOf`, 'the value 0 at "multipleOf" of schemas; write a number above 0', size({ multipleOf: 0 })],
    [`${sizeAt}/enum`, 'the value "a" at "enum" of schemas; write an array', size({ enum: 'a' })],
    [`${sizeAt}/title`, 'an array at "title" of schemas; write a string', size({ title: ['a'] })],
    [
      `${sizeAt}/additionalProperties`,
      'the value "false" at "additionalProperties" of schemas; write a schema',
      size({ additionalProperties: 'false' }),
    ],
    [
      `${getAt}/deprecated`,
      'the value "yes" at "deprecated" of operations; write a boolean',
      (root) => (operation(root)['deprecated'] = 'yes'),
    ],
    [
      `${getAt}/parameters/0/required`,
      'the value "true" at "required" of parameters; write a boolean',
      (root) => Object.assign((operation(root)['parameters'] as object[])[0]!, { required: 'true' }),
    ],
    [
      `${getAt}/requestBody/required`,
      'the value "true" at "required" of request bodies; write a boolean',
      (root) => (operation(root)['requestBody'] = { required: 'true', content: {} }),
    ],
    [
      `${getAt}/responses/200/headers/X-Size/required`,
      'the value 1 at "required" of headers; write a boolean',
      responseWith({ headers: { 'X-Size': { required: 1, schema: { type: 'string' } } } }),
    ],
  ] as const satisfies readonly (readonly [string, string, DocumentChange])[]
).map(([place, ignored, change]) => ['value-mistyped', place, `Ignored: ${ignored}.`, change]);

const cases: readonly Case[] = [
  ...misspelled,
  ...mistyped,
  [
    'value-mistyped',
    '/definitions/Box/exclusiveMinimum',
    'Ignored: the value "1" at "exclusiveMinimum" of schemas; write a boolean or a number (2 times).',
    (root) => {
      root['definitions'] = {
        Box: { exclusiveMinimum: '1' },
        Lid: { exclusiveMinimum: '1' },
      } as unknown as DraftDocument[string];
    },
    'swagger-2.0',
  ],
  [
    'key-unknown',
    `${getAt}/parameters/0/minlength`,
    'Ignored: "minlength" of parameters, which swagger-2.0 does not have; write "minLength".',
    (root) => {
      const parameters = [{ name: 'id', in: 'path', required: true, type: 'string', minlength: 1 }];
      Object.assign(operation(root), { parameters, responses: {} });
      delete root['components'];
    },
    'swagger-2.0',
  ],
  [
    'key-unknown',
    `${getAt}/parameters/0/x-lading-slahes`,
    'Ignored: "x-lading-slahes" of parameters, which has no meaning; write "x-lading-slashes".',
    (root) => Object.assign((operation(root)['parameters'] as object[])[0]!, { 'x-lading-slahes': true }),
    'openapi-3.1',
  ],
  [
    'key-unknown',
    `${sizeAt}/x-lading-words`,
    'Ignored: "x-lading-words" of schemas, which has no meaning.',
    size({ type: 'string', description: 'How large', 'x-lading-words': true, 'x-words': true }),
    'openapi-3.1',
  ],
  [
    'key-unknown',
    `${getAt}/responses/200/content/application~1json/x-lading-stream/kind`,
    'Ignored: the kind "frames" of streams; write one of json-lines, event-stream, items, raw, multiplexed, tar, upgrade, websocket, http2.',
    media({ 'x-lading-stream': { kind: 'frames' } }),
  ],
  [
    'value-mistyped',
    `${sizeAt}/x-lading-open-enum`,
    'Ignored: the value "true" at "x-lading-open-enum" of schemas; write a boolean.',
    size({ type: 'string', enum: ['a'], description: 'How large', 'x-lading-open-enum': 'true' }),
  ],
  [
    'key-unknown',
    '/components/schemas/Box/discriminator/property',
    'Ignored: "property" of discriminators, which openapi-3.0 does not have.',
    (root) => (box(root)['discriminator'] = { property: 'Size' }),
  ],
  [
    'key-unknown',
    `${getAt}/responses/200/content/application~1json/schemas`,
    'Ignored: "schemas" of media types, which openapi-3.0 does not have; write "schema".',
    media({ schemas: {} }),
  ],
  [
    'key-unknown',
    '/components/securitySchemes/key/sheme',
    'Ignored: "sheme" of security schemes, which openapi-3.0 does not have; write "scheme".',
    (root) => Object.assign(root['components']!, { securitySchemes: { key: { type: 'http', sheme: 'bearer' } } }),
  ],
  ...unknownKeys.map(([place, ignored, change]): Case => ['key-unknown', place, `Ignored: ${ignored}.`, change]),
  [
    'key-unknown',
    '/paths/~1boxes/get/requestBody',
    'Ignored: "requestBody" of operations, which swagger-2.0 does not have.',
    (root) => {
      delete root['components'];
      const responses = { 200: { description: 'Done' } };
      Object.assign(operation(root), { parameters: [], requestBody: {}, responses });
      root['paths'] = { '/boxes': root['paths']!['/boxes/{id}']! };
    },
    'swagger-2.0',
  ],
  [
    'keyword-ignored',
    '/paths/~1boxes~1{id}/get/parameters/1/allowEmptyValue',
    'Ignored: "allowEmptyValue". Servers refuse an empty value that is no string.',
    emptyParameter({ type: 'boolean' }),
  ],
  [
    'keyword-ignored',
    '/$self',
    'Ignored: "$self". References are relative to the place of the file.',
    (root) => Object.assign(root, { $self: 'https://a/api' }),
    'openapi-3.2',
  ],
  [
    'keyword-ignored',
    '/components/schemas/Box/xml',
    'Ignored: "xml". XML is a string in clients and servers.',
    (root) => (box(root)['xml'] = { name: 'box' }),
  ],
  [
    'keyword-ignored',
    '/components/schemas/Box/properties/Size/contentMediaType',
    'Ignored: "contentMediaType" of an encoded string.',
    size({ type: 'string', description: 'One', contentEncoding: 'base64', contentMediaType: 'image/png' }),
    'openapi-3.1',
  ],
  [
    'keyword-ignored',
    '/components/schemas/Box/properties/Size/examples',
    'Ignored: the examples of a schema after the first.',
    size({ type: 'string', description: 'One', examples: ['a', 'b'] }),
    'openapi-3.1',
  ],
  [
    'keyword-ignored',
    '/components/schemas/Box/properties/Size/prefixItems',
    'Ignored: the descriptions of "prefixItems".',
    size({ type: 'array', description: 'One', items: {}, prefixItems: [{ type: 'string', description: 'First' }] }),
    'openapi-3.1',
  ],
  [
    'keyword-ignored',
    '/paths/~1boxes~1{id}/get/responses/200/content/application~1json/encoding/Size/headers',
    'Ignored: the headers of parts. Clients send those of the media type.',
    media({ encoding: { Size: { headers: { 'X-Size': { schema: { type: 'string' } } } } } }),
  ],
  [
    'keyword-ignored',
    '/paths/~1boxes~1{id}/get/responses/200/links/next/server',
    'Ignored: the server of a link.',
    (root) => {
      media({})(root);
      const responses = operation(root)['responses'] as Record<string, object>;
      Object.assign(responses['200']!, { links: { next: { server: { url: 'https://a' } }, last: {} } });
    },
  ],
  [
    'keyword-ignored',
    '/paths/~1boxes~1{id}/get/responses/200/headers/X-Sizes/collectionFormat',
    'Ignored: the "collectionFormat" of a header of responses. Its items are separated by commas.',
    (root) => {
      const responses = operation(root)['responses'] as Record<string, object>;
      const sizes = (collectionFormat: string) => ({ type: 'array', items: { type: 'integer' }, collectionFormat });
      Object.assign(responses['200']!, { headers: { 'X-Sizes': sizes('pipes'), 'X-Names': sizes('csv') } });
    },
  ],
  [
    'keyword-ignored',
    '/paths/~1boxes~1{id}/get/parameters/0/style',
    'Ignored: the style "deepObject" of an array. Each item repeats the name.',
    (root) => {
      const [parameter] = operation(root)['parameters'] as readonly object[];
      Object.assign(parameter!, { style: 'deepObject', schema: { type: 'array', items: { type: 'string' } } });
    },
  ],
  [
    'keyword-ignored',
    '/paths/~1boxes~1{id}/get/parameters/0/items/collectionFormat',
    'Ignored: the "collectionFormat" of items. Items that are arrays are JSON.',
    (root) => {
      const [parameter] = operation(root)['parameters'] as readonly object[];
      Object.assign(parameter!, { items: { type: 'array', items: { type: 'integer' }, collectionFormat: 'pipes' } });
    },
  ],
  [
    'keyword-ignored',
    '/components/schemas/Box/discriminator/defaultMapping',
    'Ignored: a discriminator with "defaultMapping". Its schemas are told apart by their structure.',
    (root) => (box(root)['discriminator'] = { propertyName: 'Size', defaultMapping: 'Box' }),
    'openapi-3.2',
  ],
  [
    'keyword-ignored',
    '/paths/~1boxes~1{id}/get/responses/200/content/application~1json/itemEncoding',
    'Ignored: "itemEncoding". The parts of the body have their default serialization.',
    media({ itemEncoding: {} }),
    'openapi-3.2',
  ],
  [
    'keyword-ignored',
    '/paths/~1boxes~1{id}/get/responses/200/content/application~1json/prefixEncoding',
    'Ignored: "prefixEncoding". The parts of the body have their default serialization.',
    media({ prefixEncoding: [] }),
    'openapi-3.2',
  ],
  [
    'keyword-ignored',
    '/paths/~1boxes~1{id}/get/responses/200/content/application~1json/examples/a/serializedValue',
    'Ignored: an example with "serializedValue" alone.',
    media({ examples: { a: { serializedValue: '1' } } }),
    'openapi-3.2',
  ],
  [
    'keyword-ignored',
    '/paths/~1boxes~1{id}/get/parameters/1/style',
    'Ignored: the style "cookie". The value is percent-encoded, as in the style "form".',
    (root) =>
      (operation(root)['parameters'] as unknown[]).push({ name: 'a', in: 'cookie', style: 'cookie', description: 'A' }),
    'openapi-3.2',
  ],
  [
    'parameter-without-name',
    '/paths/~1boxes~1{id}/get/parameters/1/name',
    'A query parameter of GET /boxes/{id} has an empty name, and is left out.',
    (root) => (operation(root)['parameters'] as unknown[]).push({ name: '', in: 'query', description: 'None' }),
  ],
  [
    'header-name-invalid',
    `${getAt}/parameters/1/name`,
    'HTTP allows no header "box color", so that it cannot be sent.',
    (root) =>
      (operation(root)['parameters'] as unknown[]).push(
        { name: 'box color', in: 'header', description: 'A color', schema: { type: 'string' } },
        { name: "box_color!#$%&'*+.^`|~", in: 'header', description: 'A color', schema: { type: 'string' } },
      ),
  ],
  [
    'header-name-invalid',
    `${getAt}/responses/200/headers/Größe`,
    'HTTP allows no header "Größe", so that it cannot be sent.',
    responseWith({ headers: { Größe: { schema: { type: 'string' } }, Size: { schema: { type: 'string' } } } }),
  ],
  [
    'parameters-alike',
    `${getAt}/parameters/2`,
    'The query parameters "from" and "to" of GET /boxes/{id} both write "Size", so that servers cannot tell them apart.',
    (root) =>
      (operation(root)['parameters'] as unknown[]).push(
        { name: 'from', in: 'query', description: 'A box', schema: { allOf: [referenceTo('Box')] } },
        { name: 'to', in: 'query', description: 'A box', schema: referenceTo('Box') },
        { name: 'list', in: 'query', description: 'A box', schema: referenceTo('Box'), explode: false },
        { name: 'deep', in: 'query', description: 'A box', schema: referenceTo('Box'), style: 'deepObject' },
      ),
  ],
  [
    'parameters-alike',
    `${getAt}/parameters/2`,
    'The query parameters "Size" and "to" of GET /boxes/{id} both write "Size", so that servers cannot tell them apart.',
    (root) =>
      (operation(root)['parameters'] as unknown[]).push(
        { name: 'Size', in: 'query', description: 'A size', schema: { type: 'integer' } },
        { name: 'to', in: 'query', description: 'A box', schema: referenceTo('Box') },
      ),
  ],
  [
    'constraint-unchecked',
    '/paths/~1boxes~1{id}/get/requestBody/content/application~1xml/schema',
    'Generated servers do not check the contents of application/xml, which handlers receive as text (2 times): check them in the handlers.',
    (root) => {
      const xml = { 'application/xml': { schema: referenceTo('Box') } };
      operation(root)['requestBody'] = {
        content: { ...xml, 'text/plain': { schema: { type: 'integer', minimum: 1 } } },
      };
      root['paths']!['/boxes/{id}']!['put'] = {
        ...operation(root),
        operationId: 'BoxPut',
        requestBody: { content: xml },
      };
    },
  ],
  [
    'constraint-unchecked',
    '/components/schemas/Box/properties/Size/$dynamicRef',
    'Generated servers and validators do not check "$dynamicRef" (2 times): check them in the handlers.',
    size({ type: 'array', description: 'all', $dynamicRef: '#box', items: { $dynamicRef: '#box' } }),
    'openapi-3.1',
  ],
  [
    'constraint-unchecked',
    '/components/schemas/Box/properties/Size/format',
    'Generated servers and validators do not check the format "duration": check them in the handlers.',
    size({ type: 'string', description: 'all', format: 'duration' }),
  ],
  [
    'constraint-unchecked',
    '/components/schemas/Box/properties/Size/pattern',
    'Generated servers do not check patterns with references to groups: check them in the handlers.',
    size({ type: 'string', description: 'all', pattern: '(a)\\1' }),
  ],
  [
    'constraint-unchecked',
    '/components/schemas/Box/properties/Size/pattern',
    'Generated servers and validators do not check patterns that are no regular expressions of JavaScript: check them in the handlers.',
    size({ type: 'string', description: 'all', pattern: '\\p{Print}' }),
  ],
  [
    'constraint-unchecked',
    '/components/schemas/Box/properties/Size/patternProperties',
    'Generated servers and validators do not check patterns that are no regular expressions of JavaScript: check them in the handlers.',
    size({ type: 'object', description: 'all', patternProperties: { '(?i)a': {} } }),
    'openapi-3.1',
  ],
  [
    'operation-without-id',
    '/paths/~1boxes~1{id}/get',
    'GET /boxes/{id} has no operationId; its name will be derived from its path.',
    (root) => delete operation(root)['operationId'],
  ],
  [
    'operation-without-summary',
    '/paths/~1boxes~1{id}/get',
    'GET /boxes/{id} has no summary.',
    (root) => delete operation(root)['summary'],
  ],
  [
    'operation-without-tag',
    '/paths/~1boxes~1{id}/get',
    'GET /boxes/{id} has no tag, so it belongs to no resource group.',
    (root) => (operation(root)['tags'] = []),
  ],
  [
    'operation-without-success',
    '/paths/~1boxes~1{id}/get',
    'GET /boxes/{id} has no success response.',
    (root) => (operation(root)['responses'] = { 404: { $ref: '#/components/schemas/Box' } }),
  ],
  [
    'path-with-query',
    '/paths/~1boxes?size={size}/get',
    'GET /boxes?size={size} has a parameter in the query of its path, so that no server calls it. Declare it as a parameter in query.',
    (root) => {
      const parameters = [
        { name: 'size', in: 'path', required: true, description: 'Size', schema: { type: 'string' } },
      ];
      root['paths']!['/boxes?size={size}'] = { get: { ...operation(root), operationId: 'BoxesOfSize', parameters } };
    },
  ],
  ...(
    [
      ['{?size,lid}', 'Declare its parameters in query'],
      ['{#part}', 'Remove it: no request has it'],
    ] as const
  ).map(([expression, remedy]): Case => [
    'path-with-query',
    `/paths/~1boxes~1lids${expression}/get`,
    `GET /boxes/lids${expression} has "${expression}" in its path, which is left out. ${remedy}.`,
    (root) => {
      root['paths']![`/boxes/lids${expression}`] = { get: { ...operation(root), operationId: 'Lids', parameters: [] } };
    },
  ]),
  ...(
    [
      ['id*', '; write "{id}", and "explode: true" in its parameter'],
      ['.id', '; write "{id}", and "style: label" in its parameter'],
      [';id*', '; write "{id}", and "style: matrix" and "explode: true" in its parameter'],
      ['+id', '; write "{id}"'],
      [' id ', '; write "{id}"'],
      ['id:[0-9]+', '; write "{id}", and a "pattern" or "maxLength" in its parameter'],
      ['a,b', '; write a part for each parameter'],
    ] as const
  ).map(([part, remedy]): Case => [
    'path-parameter-undeclared',
    `/paths/~1lids~1{${part}}/get`,
    `GET /lids/{${part}} does not declare the path parameter "${part}", which is read as a string${remedy}.`,
    (root) => {
      root['paths']![`/lids/{${part}}`] = { get: { ...operation(root), operationId: 'LidGet', parameters: [] } };
    },
  ]),
  [
    'path-parameter-unused',
    `/paths/~1lids~1:id/get/parameters/0`,
    'GET /lids/:id declares the path parameter "id", which does not occur in its path and is left out; write "{id}" for ":id".',
    (root) => (root['paths']!['/lids/:id'] = { get: { ...operation(root), operationId: 'LidGet' } }),
  ],
  [
    'path-without-slash',
    '/paths/lids/get',
    'The path of GET lids has no slash at its beginning, and gets one.',
    (root) => (root['paths']!['lids'] = { get: { ...operation(root), operationId: 'LidGet', parameters: [] } }),
  ],
  [
    'operation-id-duplicate',
    '/paths/~1boxes~1{id}/put',
    'PUT /boxes/{id} has the operationId "boxget", which names do not tell from "BoxGet" of GET /boxes/{id}.',
    (root) => (root['paths']!['/boxes/{id}']!['put'] = { ...operation(root), operationId: 'boxget' }),
  ],
  [
    'operation-id-duplicate',
    '/paths/~1boxes~1{id}/put',
    'PUT /boxes/{id} has the operationId "box get", which names do not tell from "BoxGet" of GET /boxes/{id}.',
    (root) => (root['paths']!['/boxes/{id}']!['put'] = { ...operation(root), operationId: 'box get' }),
  ],
  [
    'operation-id-duplicate',
    '/paths/~1boxes~1{id}/put',
    'PUT /boxes/{id} has the operationId "BoxGet", that of GET /boxes/{id}.',
    (root) => (root['paths']!['/boxes/{id}']!['put'] = operation(root)),
  ],
  [
    'path-parameter-undeclared',
    '/paths/~1boxes~1{id}/get',
    'GET /boxes/{id} does not declare the path parameter "id", which is read as a string.',
    (root) => (operation(root)['parameters'] = []),
  ],
  [
    'path-parameter-undeclared',
    '/components/pathItems/Lid/get',
    'GET /lids/{id} does not declare the path parameter "id", which is read as a string.',
    (root) => {
      const get = { ...operation(root), operationId: 'LidGet', parameters: [] };
      Object.assign(root['components']!, { pathItems: { Lid: { get } } });
      Object.assign(root['paths']!, { '/lids/{id}': { $ref: '#/components/pathItems/Lid' } });
    },
    'openapi-3.1',
  ],
  [
    'path-parameter-unused',
    '/paths/~1boxes~1{id}/get/parameters/1',
    'GET /boxes/{id} declares the path parameter "name", which does not occur in its path and is left out.',
    (root) => (operation(root)['parameters'] as object[]).push({ name: 'name', in: 'path', description: 'A name' }),
  ],
  [
    'path-parameter-unused',
    '/paths/~1boxes~1{id}/get/parameters/1',
    'GET /boxes/{id} declares the path parameter "3", which does not occur in its path and is left out.',
    (root) => (operation(root)['parameters'] as object[]).push({ name: 3, in: 'path', description: 'A number' }),
  ],
  [
    'parameter-duplicate',
    '/paths/~1boxes~1{id}/get/parameters/1',
    'GET /boxes/{id} declares the path parameter "id" twice; the last one applies.',
    (root) => (operation(root)['parameters'] as object[]).push({ name: 'id', in: 'path', description: 'Again' }),
  ],
  [
    'security-undeclared',
    '/paths/~1boxes~1{id}/get/security/1/kee',
    'The required security scheme "kee" has no declaration with a known type in components.securitySchemes, so that servers reject requests (2 times).',
    (root) => {
      Object.assign(root['components']!, { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'K' } } });
      operation(root)['security'] = [{ key: [] }, { kee: [] }, { kee: [], key: [] }];
    },
  ],
  [
    'security-undeclared',
    '/security/0/own',
    'The required security scheme "own" has no declaration with a known type in components.securitySchemes, so that servers reject requests.',
    (root) => {
      Object.assign(root['components']!, { securitySchemes: { own: { type: 'signature' } } });
      Object.assign(root, { security: [{ own: [] }] });
    },
  ],
  [
    'reference-missing',
    '/components/schemas/Box/properties/Size',
    '"#/components/schemas/Nobody" has no target.',
    size({ $ref: '#/components/schemas/Nobody', description: '' }),
  ],
  [
    'required-without-property',
    '/components/schemas/Box/required',
    'Box requires "Weight", which is not one of its properties.',
    (root) => (box(root)['required'] = ['Size', 'Weight']),
  ],
  [
    'type-unknown',
    '/components/schemas/Box/properties/Size/type',
    '"int" is not a type of openapi-3.0.',
    size({ type: 'int', description: 'How large' }),
  ],
  [
    'types-contradictory',
    '/components/schemas/Box/properties/Size/allOf',
    'No value is of the types string and integer. The last one applies.',
    size({ allOf: [{ type: 'string' }, { type: 'integer' }], description: 'How large' }),
  ],
  [
    'array-without-items',
    '/components/schemas/Box/properties/Size',
    'An array of Box has no schema for its items.',
    size({ type: 'array', description: 'All sizes' }),
  ],
  [
    'enum-duplicate',
    '/components/schemas/Box/properties/Size/enum',
    'The enum lists 1 more than once.',
    size({ type: 'integer', description: 'How large', enum: [1, 2, 1, 1] }),
  ],
  [
    'integer-rounded',
    '/components/schemas/Box/properties/Size/example',
    'The integer is read as 9007199254740992, since numbers keep 15 digits. Write one with fewer.',
    size({ type: 'integer', description: 'How large', example: 9007199254740993 }),
  ],
  [
    'bounds-reversed',
    '/components/schemas/Box/properties/Size/minimum',
    'minimum 9 is greater than maximum 1.',
    size({ type: 'integer', description: 'How large', minimum: 9, maximum: 1 }),
  ],
  ...(
    [
      ['integer', { minimum: 0.1, exclusiveMaximum: 1 }, 'minimum 0.1, exclusiveMaximum 1', 'minimum'],
      ['integer', { minimum: 1, maximum: 2, multipleOf: 1.5 }, 'minimum 1, maximum 2, multipleOf 1.5', 'minimum'],
      ['number', { maximum: 0.3, exclusiveMinimum: 0.3 }, 'exclusiveMinimum 0.3, maximum 0.3', 'exclusiveMinimum'],
      [
        'number',
        { minimum: 0.31, maximum: 0.39, multipleOf: 0.1 },
        'minimum 0.31, maximum 0.39, multipleOf 0.1',
        'minimum',
      ],
      [
        'number',
        { minimum: 1, maximum: 1, exclusiveMaximum: true },
        'minimum 1, maximum 1, exclusiveMaximum true',
        'minimum',
      ],
    ] as const
  ).map(([type, keywords, stated, key]): Case => {
    const sentence = `No ${type} has ${stated}: correct one of them.`;
    return ['number-impossible', `${sizeAt}/${key}`, sentence, size({ type, description: 'How large', ...keywords })];
  }),
  [
    'default-outside',
    '/components/schemas/Box/properties/Size/default',
    'The default contradicts its schema: 0 is below minimum 1.',
    size({ type: 'integer', description: 'How large', minimum: 1, default: 0 }),
  ],
  [
    'example-outside',
    '/components/schemas/Box/properties/Size/example',
    'The example contradicts its schema: [1]: "big" is not of type integer.',
    size({ type: 'array', items: { type: 'integer' }, description: 'All sizes', example: [1, 'big'] }),
  ],
  ...(
    [
      ['4f4e4e1-c824', 'uuid', 'does not have the format uuid'],
      ['2020-01-01', 'date-time', 'does not have the format date-time'],
      ['tomorrow', 'date', 'does not have the format date'],
    ] as const
  ).map(([example, format, reason]): Case => {
    const sentence = `The example contradicts its schema: ${JSON.stringify(example)} ${reason}.`;
    const schema = { type: 'string', description: 'One', format, example };
    return ['example-outside', '/components/schemas/Box/properties/Size/example', sentence, size(schema)];
  }),
  [
    'example-outside',
    '/components/schemas/Box/properties/Size/example',
    'The example contradicts its schema: "x1" does not match the pattern "^[a-z]+$".',
    size({ type: 'string', description: 'One', example: 'x1', allOf: [{ pattern: '^[a-z]+$' }] }),
  ],
  [
    'example-outside',
    '/paths/~1boxes~1{id}/get/responses/200/content/application~1json/example',
    'The example contradicts its schema: the property Size is missing.',
    media({ example: {} }),
  ],
  [
    'example-outside',
    '/paths/~1boxes~1{id}/get/responses/200/content/application~1json/examples/big/value',
    'The example contradicts its schema: Size: "big" is not of type integer.',
    media({ examples: { small: { value: { Size: 1 } }, big: { value: { Size: 'big' } } } }),
  ],
  [
    'example-outside',
    '/components/examples/Boxes/value',
    'The example contradicts its schema: Size: "big" is not of type integer.',
    (root) => {
      const stream = '{"Size":1}\n{"Size":"big"}\n';
      Object.assign(root['components']!, {
        examples: {
          Boxes: { value: stream },
          Text: { value: '{"Size":1}' },
          Lines: { value: '{"Size":1}\n{"Size":2}' },
        },
      });
      const named = ['Boxes', 'Text', 'Lines'].map((name) => [name, { $ref: `#/components/examples/${name}` }]);
      media({ examples: Object.fromEntries(named) as object })(root);
    },
  ],
  [
    'example-outside',
    '/paths/~1boxes~1{id}/get/parameters/1/example',
    'The example contradicts its schema: 0 is below minimum 1.',
    (root) =>
      (operation(root)['parameters'] as unknown as object[]).push({
        name: 'count',
        in: 'query',
        description: 'How many',
        schema: { type: 'integer', minimum: 1 },
        example: 0,
      }),
  ],
  [
    'reference-with-siblings',
    '/components/schemas/Box/properties/Size',
    'Box has a reference with description beside it, which openapi-3.0 ignores; wrap the reference in allOf.',
    size({ $ref: '#/components/schemas/Box', description: 'A box in it' }),
  ],
  [
    'constraint-beside-reference',
    '/components/schemas/Box/properties/Size',
    'Box has a reference with maxProperties, required beside it, which openapi-3.0 ignores; wrap the reference in allOf.',
    size({ $ref: '#/components/schemas/Box', type: 'object', nullable: true, maxProperties: 1, required: ['a'] }),
  ],
  [
    'constraint-beside-reference',
    '/components/schemas/Box/properties/Size',
    'Box has a reference with type beside it, which openapi-3.0 ignores; wrap the reference in allOf.',
    size({ $ref: '#/components/schemas/Box', type: 'string' }),
  ],
  [
    'constraint-beside-reference',
    '/paths/~1boxes~1{id}/get/parameters/1',
    'GET /boxes/{id} has a reference with required beside it, which openapi-3.1 ignores; write it where the reference leads.',
    (root) => {
      const word = { name: 'word', in: 'query', description: 'A word', schema: { type: 'string' } };
      Object.assign(root['components']!, { parameters: { word } });
      const $ref = '#/components/parameters/word';
      (operation(root)['parameters'] as object[]).push({ $ref, in: 'query', description: 'Which', required: true });
    },
    'openapi-3.1',
  ],
  [
    'schema-without-values',
    '/components/schemas/Box/properties/Size',
    'Box has a schema that no value fits, since its keywords exclude each other; add null to the types or options, if it is to be allowed as well.',
    size({ type: 'null', allOf: [{ $ref: '#/components/schemas/Box' }], description: 'A box in it' }),
    'openapi-3.1',
  ],
  [
    'schema-without-values',
    '/components/schemas/Box/properties/Size',
    'Box has a schema that no value fits, since its keywords exclude each other; correct the types.',
    size({ type: 'object', enum: ['a', 'b'], description: 'How large' }),
  ],
  [
    'schema-without-values',
    '/components/schemas/Box/properties/Size',
    'Box has a schema that no value fits, since its keywords exclude each other; allow the properties that it requires beside "additionalProperties: false".',
    size({
      allOf: [{ $ref: '#/components/schemas/Box' }, { type: 'object' }],
      properties: { Other: { type: 'string', description: 'Another' } },
      additionalProperties: false,
      description: 'A box in it',
    }),
  ],
  [
    'operations-alike',
    '/paths/~1boxes~1{other}#again/get',
    'A request of GET /boxes/{other}#again can be one of GET /boxes/{id}, too, so that a server calls only one of them. Give them paths or required parameters of their own.',
    (root) => {
      const parameters = [{ name: 'other', in: 'path', required: true, description: 'x', schema: { type: 'string' } }];
      root['paths']!['/boxes/{other}#again'] = { get: { ...operation(root), operationId: 'BoxAgain', parameters } };
    },
  ],
  [
    'content-never-sent',
    '/paths/~1boxes~1{id}/get/responses/204',
    'GET /boxes/{id}: a response with the status 204 has no body, so its content is ignored. Remove it, or correct the status.',
    (root) => {
      const responses = operation(root)['responses'] as Record<string, unknown>;
      responses['204'] = { $ref: '#/components/responses/Gone' };
      const content = { 'application/json': { schema: { $ref: '#/components/schemas/Box' } } };
      root['components']!['responses'] = { Gone: { description: 'Gone', content } };
    },
  ],
  [
    'nullable-foreign',
    '/components/schemas/Box/properties/Size',
    'Box declares null with x-nullable in one place; in openapi-3.1 add "null" to the types.',
    size({ type: 'integer', description: 'How large', 'x-nullable': true }),
    'openapi-3.1',
  ],
  [
    'format-misspelled',
    '/components/schemas/Box/properties/Size/format',
    'Box has the format "dateTime"; the known spelling is "date-time".',
    size({ type: 'string', description: 'When', format: 'dateTime' }),
  ],
  [
    'similar-schemas',
    '/components/schemas/BOX',
    'The schemas "Box" and "BOX" differ only in letter case.',
    (root) => (root['components']!['schemas']!['BOX'] = { allOf: [] }),
  ],
  [
    'schema-unreferenced',
    '/components/schemas/Old',
    'No operation refers to the schema "Old".',
    (root) =>
      (root['components']!['schemas']!['Old'] = {
        properties: { Next: { description: 'More', $ref: '#/components/schemas/Old' } },
      }),
  ],
  [
    'description-missing',
    '/components/schemas/Box',
    'Box: 1 of 1 properties have no description: Size.',
    size({ type: 'integer' }),
  ],
  ...['abcde', 'abcdef'].map((names): Case => {
    const listed = `a, b, c, d, e${names.length > 5 ? ' and 1 more' : ''}`;
    const sentence = `Box: ${names.length} of ${names.length} properties have no description: ${listed}.`;
    const properties = Object.fromEntries([...names].map((name) => [name, { type: 'string' }]));
    const change = (root: DraftDocument) => Object.assign(box(root), { required: [], properties });
    return ['description-missing', '/components/schemas/Box', sentence, change];
  }),
];

it('judges an example once by each schema, though they contain each other and many parts have one', () => {
  const chain = Array.from({ length: 40 }, (_, at) => {
    const next = referenceTo(at === 39 ? 'S0' : `S${at + 1}`);
    const inner = { type: 'object', properties: { x: next } };
    return [`S${at}`, { allOf: [next, next, inner, inner] }] as const;
  });
  const example = Array.from({ length: 40 }).reduce<object>((x) => ({ x }), {});
  const document = documentWith((root) => {
    Object.assign(root['components']!['schemas']!, Object.fromEntries(chain));
    media({ schema: referenceTo('S0'), example })(root);
  });
  expect(lint(document).filter(({ rule }) => rule === 'example-outside')).toEqual([]);
});

describe('rules', () => {
  for (const [rule, place, sentence, change, dialect] of cases) {
    it(rule, () => {
      const findings = lint(documentWith(change, dialect)).filter((finding) => finding.rule === rule);
      const severity = rules.find(({ name }) => name === rule)?.severity;
      expect(findings).toEqual([{ severity, rule, place: `api.yaml#${place}`, sentence }]);
    });
  }

  it('find nothing in a valid document', () => {
    expect(lint(documentWith(() => undefined))).toEqual([]);
  });

  it.each<[string, object, Dialect]>([
    ['null beside a reference', { $ref: '#/components/schemas/Box', nullable: true }, 'openapi-3.0'],
    ['numbers among strings', { type: 'string', enum: [1, 2], description: 'How large' }, 'openapi-3.1'],
    ['null among other values', { type: 'string', enum: [null], description: 'How large' }, 'openapi-3.1'],
    [
      'one option of the type',
      { type: 'object', oneOf: [{ type: 'string' }, { type: 'object' }], description: 'How large' },
      'openapi-3.1',
    ],
    [
      'itself',
      { type: ['object', 'null'], allOf: [{ $ref: '#/components/schemas/Box' }], description: 'A box in it' },
      'openapi-3.1',
    ],
  ])('find nothing in a schema of %s', (_title, schema, dialect) => {
    const findings = lint(documentWith(size(schema), dialect));
    expect(findings.filter(({ rule }) => rule !== 'description-missing')).toEqual([]);
  });

  it('are all those of their files, and each has a case here', async () => {
    const files = readdirSync(new URL('../rules', import.meta.url)).map((file) => file.replace(/\.ts$/, ''));
    const modules = (await Promise.all(files.map((file) => import(`../rules/${file}.ts`)))) as object[];
    const declared = modules.flatMap((module) => Object.values(module) as { readonly name: string }[]);
    const names = rules.map(({ name }) => name).sort();
    expect(declared.map(({ name }) => name).sort()).toEqual(names);
    expect([...new Set(cases.map(([name]) => name))].sort()).toEqual(names);
  });
});

describe('lint accepts', () => {
  const silent: readonly (readonly [name: string, change: DocumentChange, dialect?: Dialect])[] = [
    [
      'a number as the name of a part of a path',
      (root) => {
        const parameter = { name: 3, in: 'path', required: true, description: 'A part', schema: { type: 'string' } };
        root['paths']!['/lids/{3}'] = { get: { ...operation(root), operationId: 'LidGet', parameters: [parameter] } };
      },
    ],
    [
      'annotations of schemas that resemble keywords, and numbers and nothing where strings and objects may stand',
      size({
        type: 'string',
        title: 2024,
        description: 'One',
        properties: null,
        exclusiveMinimum: 1,
        note: 'a',
        when: 'b',
        cost: 1,
        count: 2,
        unit: 'm',
      }),
      'openapi-3.1',
    ],
    ...[
      { type: 'integer', minimum: 0.1, maximum: 1 },
      { type: 'integer', minimum: 1, maximum: 3, multipleOf: 1.5 },
      { type: 'number', minimum: 0.3, maximum: 0.3, multipleOf: 0.1 },
      { type: 'number', exclusiveMinimum: 0.3, maximum: 0.4, multipleOf: 0.1 },
    ].map((schema): [string, DocumentChange, Dialect] => [
      `limits that a number keeps: ${JSON.stringify(schema)}`,
      size({ ...schema, description: 'How large' }),
      'openapi-3.1',
    ]),
    ['an extension beside the paths', (root) => Object.assign(root['paths']!, { 'x-own': { get: {} } })],
    ['a required property of another part of a composition', (root) => (box(root)['allOf'] = [{ required: ['Size'] }])],
    [
      'a property called like a keyword',
      (root) =>
        (box(root)['properties'] = {
          Size: { type: 'integer', description: 'How large' },
          $ref: { type: 'string', description: 'A word' },
        }),
    ],
    [
      'schemas that a discriminator chooses',
      (root) => {
        const schemas = root['components']!['schemas']!;
        box(root)['discriminator'] = { propertyName: 'Size', mapping: { '1': 'Mapped' } };
        schemas['Mapped'] = { properties: { A: { type: 'string', description: 'A' } } };
        schemas['Extending'] = { allOf: [referenceTo('Box'), { properties: {} }] };
      },
    ],
    ['a reference inside an example', size({ type: 'object', description: 'Any', example: { $ref: '#/nowhere' } })],
    [
      'null as a default of a nullable schema',
      size({ type: 'string', description: 'A word', nullable: true, default: null, enum: ['a'] }),
    ],
    [
      'a sentinel outside the bounds',
      size({ type: 'integer', description: 'How large', minimum: 0, default: -1, 'x-lading-sentinels': [-1] }),
    ],
    [
      'keywords beside a reference in 3.1',
      size({ $ref: '#/components/schemas/Box', description: 'A box in it', deprecated: true }),
      'openapi-3.1',
    ],
    [
      'a response that upgrades the connection',
      (root) =>
        (operation(root)['responses'] = {
          101: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Box' } } } },
        }),
    ],
    [
      'schemas of webhooks, callbacks, additional operations and items of streams',
      (root) => {
        const body = (name: string) => ({ requestBody: { content: { a: { schema: referenceTo(name) } } } });
        const names = ['Hook', 'Call', 'Shared', 'Copy', 'Item'];
        for (const name of names) root['components']!['schemas']![name] = { type: 'string', description: 'Text' };
        const described = { summary: 'Does it', tags: ['Box'], responses: { 204: {} } };
        root['webhooks'] = { full: { post: { operationId: 'Full', ...described, ...body('Hook') } } };
        Object.assign(root['components']!, { callbacks: { shared: { '{$url}': { post: body('Shared') } } } });
        const shared = { $ref: '#/components/callbacks/shared' };
        operation(root)['callbacks'] = { done: { '{$url}': { post: body('Call') } }, shared };
        const others = { COPY: { ...operation(root), operationId: 'BoxCopy', callbacks: {}, ...body('Copy') } };
        root['paths']!['/boxes/{id}']!['additionalOperations'] = others;
        operation(root)['responses'] = {
          200: { content: { a: { itemSchema: referenceTo('Item') }, b: { schema: referenceTo('Box') } } },
        };
      },
      'openapi-3.2',
    ],
    [
      'parameters and operations beside a reference to a path item',
      (root) => {
        const { parameters, ...others } = operation(root);
        const Lid = { get: { ...others, operationId: 'LidGet' } };
        const put = { ...others, operationId: 'LidPut' };
        Object.assign(root['components']!, { pathItems: { Lid } });
        root['paths']!['/lids/{id}'] = { $ref: '#/components/pathItems/Lid', parameters, put } as never;
      },
      'openapi-3.1',
    ],
    [
      'a media type of the components, whose schemas are used',
      (root) => {
        const pages = { schema: referenceTo('Page') };
        Object.assign(root['components']!, { mediaTypes: { pages }, schemas: { Box: box(root), Page: box(root) } });
        operation(root)['responses'] = { 200: { content: { a: { $ref: '#/components/mediaTypes/pages' } } } };
        operation(root)['requestBody'] = { content: { b: { schema: referenceTo('Box') } } };
      },
      'openapi-3.2',
    ],
    [
      'a condition on properties that are declared nowhere, and properties of a map that are required',
      size({
        description: 'A box in it',
        type: 'object',
        not: { required: ['Lid'] },
        required: ['Depth'],
        additionalProperties: { type: 'integer' },
      }),
    ],
    [
      'operations of one path that a media type or a required parameter tells apart, and callbacks',
      (root) => {
        const parameters = operation(root)['parameters'] as readonly object[];
        const body = (type: string) => ({ requestBody: { content: { [type]: { schema: referenceTo('Box') } } } });
        const copy = (id: string, more: object) => ({ put: { ...operation(root), operationId: id, ...more } });
        const kind = { name: 'kind', in: 'query', required: true, description: 'Which', schema: { type: 'string' } };
        const done = { '{$url}': { post: { ...operation(root), operationId: 'Done', parameters: [] } } };
        const ended = { '{$url}': { post: { ...operation(root), operationId: 'Ended', parameters: [] } } };
        root['paths']!['/boxes/{id}#json'] = copy('A', { ...body('application/json'), callbacks: { done, ended } });
        root['paths']!['/boxes/{id}#problem'] = copy('B', body('application/problem+json'));
        root['paths']!['/boxes/{id}#kind'] = copy('C', { parameters: [...parameters, kind] });
        const only = (name: string) => ({ parameters: [...parameters, { ...kind, schema: { enum: [name] } }] });
        root['paths']!['/boxes/{id}#kind=a'] = copy('F', only('a'));
        root['paths']!['/boxes/{id}#kind=b'] = copy('G', only('b'));
        root['paths']!['/boxes/{id}?a=1'] = copy('D', {});
        root['paths']!['/boxes/{id}?a=2'] = copy('E', {});
      },
    ],
    ...['allOf', 'oneOf', 'anyOf', 'not', 'if', 'then', 'else', 'dependentSchemas', 'patternProperties'].map(
      (keyword): [string, DocumentChange, Dialect] => {
        const part = { type: 'object', required: ['Depth'] };
        const value = keyword.endsWith('Of') ? [part] : /s$/.test(keyword) ? { a: part } : part;
        const beside =
          keyword === 'patternProperties' ? { required: ['a'], [keyword]: { a: {} } } : { [keyword]: value };
        const schema = { type: 'object', description: 'A box in it', ...beside };
        return [`a required property beside ${keyword}`, size(schema), 'openapi-3.1'];
      },
    ),
    [
      'a parameter of a path that an operation overrides',
      (root) => Object.assign(root['paths']!['/boxes/{id}']!, { parameters: operation(root)['parameters'] }),
    ],
    ['one example of a schema', size({ type: 'string', description: 'One', examples: ['a'] }), 'openapi-3.1'],
    ['an empty value of a string', emptyParameter({ type: 'string' })],
    ...[
      2 ** 53 - 1,
      123456789012345000,
      1461943101381000000,
      2 ** 63,
      -(2 ** 63),
      2 ** 64,
      1e21,
      0.1234567890123456789,
    ].map(
      (example) =>
        [`the number ${example}`, size({ type: 'number', description: 'How large', example })] satisfies [
          string,
          DocumentChange,
        ],
    ),
    [
      'examples of 3.2 with a value',
      media({ examples: { a: { dataValue: { Size: 1 }, serializedValue: '{"Size":1}' } } }),
      'openapi-3.2',
    ],
    [
      'schemas that refer to themselves',
      size({ description: 'A box in it', allOf: [{ $ref: '#/components/schemas/Box' }] }),
    ],
  ];

  for (const [name, change, dialect] of silent) {
    it(name, () => {
      expect(lint(documentWith(change, dialect))).toEqual([]);
    });
  }

  it('keys of the prototype', () => {
    const root = JSON.parse(
      '{"paths":{"__proto__":{"get":{}}},"components":{"schemas":{"__proto__":{},"constructor":{"required":["toString"]}}}}',
    );
    const findings = lint({ name: 'api.yaml', version: '1.0', dialect: 'openapi-3.1', root });
    expect(findings.map(({ rule }) => rule)).toContain('required-without-property');
  });
});

it.each([
  { name: { a: 1 }, in: 'path', required: true, schema: {} },
  { name: 'id', in: { a: 1 }, required: true, schema: {} },
  { name: '', in: { a: 1 }, style: { a: 1 }, schema: {} },
])('shows no value that is no text as [object Object]: %j', (parameter) => {
  const document = documentOf('a.json', {
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
    paths: {
      '/a/{id}': {
        parameters: [parameter, parameter],
        get: { responses: { 200: { 'x-lading-stream': { kind: { a: 1 } } } } },
      },
    },
  });
  expect(JSON.stringify(lint(document))).not.toContain('[object Object]');
});
