/** A generated server accepts the bodies that ajv accepts, for schemas with each keyword and for combinations of them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createJiti } from 'jiti';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../document/index.js';
import { emit } from '../../testing/emitter/index.js';

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const record = (properties: JsonObject, more: JsonObject = {}) => ({ type: 'object', properties, ...more });
const kind = (...values: readonly string[]) => record({ kind: { enum: values } }, { required: ['kind'] });

const closed = record({ name: {}, lives: {} }, { additionalProperties: false });

const named: JsonObject = {
  Cat: record({ kind: { const: 'cat' }, lives: { type: 'integer' } }, { required: ['kind'] }),
  Dog: record({ kind: { const: 'dog' }, name: { type: 'string' } }, { required: ['kind'] }),
  Small: { type: ['string', 'null'], maxLength: 1 },
  NotCat: { type: ['object', 'null'], not: reference('Cat') },
};

const schemas: readonly JsonObject[] = [
  { type: 'array', contains: { type: 'integer' } },
  { type: 'array', contains: { type: 'integer' }, minContains: 2 },
  { type: 'array', contains: { type: 'integer' }, minContains: 0, maxContains: 1 },
  { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] },
  { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'integer' } },
  { type: 'array', prefixItems: [{ type: 'string' }], items: false, uniqueItems: true },
  { not: { type: 'string' } },
  { if: { type: 'object', required: ['kind'] }, then: kind('cat'), else: { type: 'string' } },
  { if: { type: 'string' }, else: { type: 'integer' } },
  { type: 'string', not: { maxLength: 1 } },
  { type: ['object', 'null'], if: { type: 'object', required: ['name'] }, then: { required: ['kind'] } },
  { dependentRequired: { name: ['kind'] } },
  { dependentSchemas: { name: kind('dog') } },
  record({ name: { type: 'string' } }, { additionalProperties: false }),
  record({ name: { type: 'string' } }, { additionalProperties: { type: 'integer' }, required: ['lives'] }),
  record({}, { patternProperties: { '^k': { type: 'string' } }, minProperties: 1, maxProperties: 1 }),
  { allOf: [record({ name: { type: 'string' } }), record({ lives: {} })], unevaluatedProperties: false },
  { allOf: [record({ name: { type: 'string' } })], unevaluatedProperties: { type: 'integer' } },
  { allOf: [{ type: 'array', prefixItems: [{ type: 'string' }] }], unevaluatedItems: false },
  { allOf: [{ type: 'array', prefixItems: [{ type: 'string' }] }], unevaluatedItems: { type: 'integer' } },
  { allOf: [reference('Small'), { type: ['string', 'integer', 'null'] }] },
  { allOf: [reference('NotCat'), { type: ['object', 'null'] }] },
  { allOf: [reference('Cat'), { oneOf: [{ required: ['lives'] }, { required: ['name'] }] }] },
  { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }, { type: 'null' }] },
  { oneOf: [{ type: 'integer' }, { type: 'number', minimum: 2 }] },
  { anyOf: [{ type: 'integer' }, { type: 'number', minimum: 2 }] },
  { oneOf: [{ enum: ['a', 'b'] }, { enum: ['b', 1] }] },
  { oneOf: [{ type: 'string', maxLength: 1 }, { enum: ['a', 'ab'] }] },
  { oneOf: [record({ name: {} }, { required: ['name'] }), record({ lives: {} }, { required: ['lives'] })] },
  { oneOf: [kind('cat'), kind('dog')] },
  { oneOf: [kind('cat', 'dog'), kind('dog', 'cow')] },
  { oneOf: [record({ name: {} }, { additionalProperties: false }), record({ lives: {} }, { required: ['lives'] })] },
  { oneOf: [closed, record({ lives: {} }, { required: ['lives'] })] },
  { oneOf: [record({ lives: {} }, { required: ['lives'] }), closed] },
  { allOf: [{ enum: ['a', 'b', 1] }, { enum: ['b', 'ab', 1] }] },
  { allOf: [{ anyOf: [{ enum: ['a'] }, { type: 'string' }] }, { enum: ['a', 'b'] }] },
  { allOf: [{ enum: ['a', 'b'] }, { anyOf: [{ enum: ['a'] }, { type: 'string' }] }] },
  { allOf: [{ type: 'string', maxLength: 1 }, { enum: ['a', 'ab'] }] },
  { allOf: [{ type: ['integer', 'string'] }, { oneOf: [{ type: 'string' }, { type: 'number' }] }] },
  { allOf: [reference('Cat')], properties: { name: { type: 'string' } }, required: ['name'] },
  { allOf: [record({ name: { type: 'string' } }), { additionalProperties: { type: 'integer' } }] },
  { oneOf: [reference('Cat'), reference('Dog')] },
  {
    oneOf: [reference('Cat'), reference('Dog')],
    discriminator: { propertyName: 'kind', mapping: { cat: 'Cat', dog: 'Dog' } },
  },
];

const values: readonly Json[] = [
  ...[
    null,
    true,
    1,
    1.5,
    2,
    2.5,
    '',
    'a',
    'b',
    'ab',
    [],
    [1],
    [1, 2],
    ['a'],
    ['a', 'a'],
    ['a', 1],
    ['a', 'b', 1],
    [1, 'a', 2],
  ],
  ...[{}, { kind: 'cat' }, { kind: 'dog' }, { kind: 'cow' }, { kind: 1 }, { name: 'a' }, { name: 1 }, { lives: 1 }],
  ...[{ lives: 'a' }, { kind: 'cat', lives: 1 }, { kind: 'cat', lives: 'a' }, { kind: 'cat', name: 'a' }],
  ...[
    { kind: 'dog', name: 'a' },
    { kind: 'dog', lives: 1 },
    { name: 'a', lives: 1 },
    { name: 'a', lives: 'a' },
  ],
  { kind: 'cat', name: 'a', lives: 1 },
];

interface BoxServer {
  listen(options: { readonly port: number }): Promise<{ readonly address: string }>;
  close(): Promise<void>;
}

let server: BoxServer | undefined;
let address = '';
beforeAll(async () => {
  const operations = schemas.map((schema, index): [string, JsonObject] => {
    const requestBody = { required: true, content: { 'application/json': { schema } } };
    const post = { operationId: `post${index}`, tags: ['box'], requestBody, responses: { 204: { description: '' } } };
    return [`/${index}`, { post }];
  });
  const info = { title: 'Boxes', version: '1' };
  const document = { openapi: '3.1.0', info, paths: Object.fromEntries(operations), components: { schemas: named } };
  // Below this package, where the runtimes are found.
  const folder = temporaryFolder(import.meta.dirname);
  for (const [path, text] of await emit([document], ['server'], { scope: '@boxes' })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const at = (kind: string) => join(folder, 'v1', kind, 'gen');
  const alias = { '@boxes/contract-v1': at('contract'), '@boxes/types-v1': at('types') };
  const load = createJiti(import.meta.url, { alias });
  const { createServer } = await load.import<{ createServer: (handlers: object) => BoxServer }>(at('server'));
  const handlers = Object.fromEntries(schemas.map((_, index) => [`post${index}`, () => undefined]));
  server = createServer({ box: handlers });
  ({ address } = await server.listen({ port: 0 }));
});
afterAll(() => server?.close());

it.each(schemas.map((schema, index) => [schema, index] as const))(
  'accepts what ajv does: %j',
  async (schema, index) => {
    const ajv = new Ajv2020({ strict: false });
    const isValid = ajv.compile({ ...schema, components: { schemas: named } });
    for (const value of values) {
      const headers = { 'content-type': 'application/json' };
      const { status } = await fetch(`${address}/${index}`, { method: 'POST', headers, body: JSON.stringify(value) });
      expect([value, status]).toEqual([value, isValid(value) ? 204 : 400]);
    }
  },
);
