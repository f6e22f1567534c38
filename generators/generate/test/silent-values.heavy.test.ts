/** Every value of another type than its place has: it is refused, changes what is generated, or is warned of. */
import { expect, it } from 'vitest';
import { at, isArray, isObject, schemaKeys, schemaMaps, type Json, type JsonObject } from '../../document/index.js';
import { LadingError } from '../../diagnostics/index.js';
import { ignoredRules, lint } from '../../lint/index.js';
import { normalize } from '../../normalize/index.js';

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const described = { description: 'One' };
const documented = { externalDocs: { url: 'http://docs' } };
const examples = { first: { summary: 'First', value: ['a'] } };

const properties: JsonObject = {
  Text: { type: 'string', minLength: 1, maxLength: 9, pattern: '^a', format: 'uri', title: 'T', deprecated: true },
  Count: { type: 'integer', minimum: 1, exclusiveMaximum: 9, multipleOf: 2 },
  Words: { ...texts, minItems: 1, maxItems: 9, uniqueItems: true, contains: text, minContains: 1, maxContains: 9 },
  Pair: { type: 'array', prefixItems: [text, text], unevaluatedItems: false },
  Key: { type: 'string', enum: ['a', 'b'], examples: ['a'] },
  Encoded: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' },
  Box: {
    type: 'object',
    required: ['id'],
    properties: { id: { ...text, readOnly: true, nullable: true }, lid: { ...text, writeOnly: true } },
    patternProperties: { '^x': text },
    additionalProperties: text,
    propertyNames: { type: 'string', maxLength: 9 },
    dependentRequired: { id: ['lid'] },
    dependentSchemas: { lid: { required: ['id'] } },
    minProperties: 1,
    maxProperties: 9,
    ...documented,
  },
  Closed: { allOf: [{ type: 'object', properties: { id: text } }], unevaluatedProperties: false },
  Either: { oneOf: [text, { type: 'integer' }] },
  Any: { anyOf: [text, { type: 'integer' }], not: { enum: ['b'] } },
  Tested: { if: { required: ['id'] }, then: { required: ['lid'] }, else: { required: ['key'] } },
};
const pet = { type: 'object', properties: { kind: text } };
const named = ['Cat', 'Dog'].map((name) => ({ $ref: `#/components/schemas/${name}` }));

const root: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1', description: 'A shop', license: { name: 'MIT' } },
  servers: [{ url: 'http://{host}', variables: { host: { default: 'a', enum: ['a'] } } }],
  tags: [{ name: 'Box', description: 'Boxes', ...documented }],
  security: [{ key: [] }],
  paths: {
    '/boxes/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      post: {
        operationId: 'BoxPut',
        summary: 'Put',
        ...described,
        tags: ['Box'],
        deprecated: true,
        ...documented,
        security: [{ key: [] }],
        parameters: [
          {
            name: 'q',
            in: 'query',
            ...described,
            required: true,
            deprecated: true,
            schema: texts,
            examples,
            style: 'form',
            explode: false,
            allowReserved: true,
          },
          { name: 'word', in: 'query', allowEmptyValue: true, schema: text, example: 'a' },
        ],
        requestBody: {
          ...described,
          required: true,
          content: {
            'multipart/form-data': {
              schema: { type: 'object', properties: { file: texts } },
              encoding: { file: { style: 'form', explode: false, contentType: 'text/plain' } },
            },
          },
        },
        callbacks: { done: { '{$request.body#/url}': { post: { responses: { 200: described } } } } },
        responses: {
          200: {
            ...described,
            headers: { 'X-Size': { ...described, required: true, deprecated: true, schema: text } },
            content: { 'application/json': { schema: { type: 'object', properties }, example: {} } },
            links: { self: { operationId: 'BoxPut', parameters: { id: '$response.body' } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Cat: pet,
      Dog: pet,
      Pet: { oneOf: named, discriminator: { propertyName: 'kind', mapping: { cat: 'Cat' } } },
    },
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'K', ...described },
      token: { type: 'http', scheme: 'bearer' },
      grant: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'http://t', scopes: { all: 'All' } } } },
    },
  },
};

const wrong: readonly Json[] = ['true', 3, true, ['a'], { a: 1 }];
const values =
  /\/(default|example|value|enum\/\d+|const|scopes|security\/\d+|parameters\/id|links\/self\/parameters)(\/|$)/;
/** Values of the API, and what nothing is generated from. A boolean limit means nothing without the limit. */
const free =
  /\/(default|example|value|examples\/\d|enum\/\d+|const|openapi|externalDocs|licen[cs]e|summary|exclusiveMaximum|parameters\/id)(\/|$)/;

it('no value is ignored in silence because of its type', () => {
  const usual = meaningOf(root);
  const silent = pathsIn(root).flatMap((path) => {
    const place = `/${path.join('/')}`;
    const without = meaningOf(withValue(path, undefined));
    if (free.test(place) || without === usual || without === undefined) return [];
    const kind = kindAt(path, at(root, path));
    return wrong
      .filter((each) => kindAt(path, each) !== kind && meaningOf(withValue(path, each)) === without)
      .map((each) => `${place}: ${JSON.stringify(each)}`);
  });
  expect(silent).toEqual([]);
});

it('no key is ignored in silence because it is unknown', () => {
  const usual = meaningOf(root);
  const silent = pathsIn(root)
    .filter((path) => isObject(at(root, path)) && !isSchema(path))
    .filter((path) => meaningOf(withValue([...path, 'wrong'], true)) === usual);
  expect(silent.map((path) => path.join('/')).filter((place) => !values.test(`/${place}`))).toEqual([]);
});

it('no parameter is ignored in silence because another one has its name', () => {
  const path = ['paths', '/boxes/{id}', 'post', 'parameters'];
  const parameters = at(root, path) as unknown as readonly Json[];
  const once = meaningOf(withValue(path, parameters as Json));
  expect(meaningOf(withValue(path, [...parameters, ...parameters] as unknown as Json))).not.toBe(once);
});

/** What is generated from a document, and what is said about it; undefined if it is refused. */
function meaningOf(changed: JsonObject): string | undefined {
  const document = { name: 'shop.yaml', version: '1', dialect: 'openapi-3.1', root: changed } as const;
  try {
    return JSON.stringify([normalize(document), lint(document, ignoredRules)]);
  } catch (error) {
    if (error instanceof LadingError) return undefined;
    throw error;
  }
}

function withValue(path: readonly string[], value: Json | undefined): JsonObject {
  const changed = structuredClone(root);
  const owner = at(changed, path.slice(0, -1)) as Record<string, Json>;
  const key = path.at(-1) ?? '';
  if (value !== undefined) owner[key] = value;
  else if (isArray(owner)) (owner as unknown as Json[]).splice(Number(key), 1);
  else delete owner[key];
  return changed;
}

function pathsIn(value: Json, path: readonly string[] = []): readonly (readonly string[])[] {
  if (!isObject(value) && !isArray(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => [[...path, key], ...pathsIn(inner, [...path, key])]);
}

/** A schema is an object or a boolean. */
function kindAt(path: readonly string[], value: Json | undefined): string {
  return isArray(value) ? 'array' : isSchema(path) && typeof value === 'boolean' ? 'object' : typeof value;
}

function isSchema(path: readonly string[]): boolean {
  const [key = '', owner = ''] = [path.at(-1), path.at(-2)];
  return schemaKeys.has(key) || schemaKeys.has(owner) || schemaMaps.has(owner);
}
