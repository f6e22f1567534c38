/** Each rule finds what it is for, and finds nothing in a document in order. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Dialect, Document, JsonObject } from '../../document/index.js';
import { lint, rules } from '../index.js';

/** A document in order, with one operation and one shape; `change` breaks it. */
function documentWith(change: Change, dialect: Dialect = 'openapi-3.0'): Document {
  const root: Draft = structuredClone(inOrder);
  change(root);
  return { name: 'api.yaml', version: '1.0', dialect, root: root as unknown as JsonObject };
}

type Draft = Record<string, Record<string, Record<string, Record<string, unknown>>>>;

const inOrder: Draft = {
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

const operation = (root: Draft) => root['paths']!['/boxes/{id}']!['get']!;
const box = (root: Draft) => root['components']!['schemas']!['Box']!;
const size = (schema: unknown) => (root: Draft) => {
  box(root)['properties'] = { Size: schema };
};

type Change = (root: Draft) => unknown;
type Case = readonly [rule: string, place: string, sentence: string, change: Change, dialect?: Dialect];

const cases: readonly Case[] = [
  [
    'operation-without-id',
    '/paths/~1boxes~1{id}/get',
    'GET /boxes/{id} has no operationId; it will be named after its path.',
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
    'GET /boxes/{id} has no answer that means success.',
    (root) => (operation(root)['responses'] = { 404: { $ref: '#/components/schemas/Box' } }),
  ],
  [
    'operation-id-duplicate',
    '/paths/~1boxes~1{id}/put',
    'PUT /boxes/{id} has the operationId "boxget" of GET /boxes/{id}.',
    (root) => (root['paths']!['/boxes/{id}']!['put'] = { ...operation(root), operationId: 'boxget' }),
  ],
  [
    'path-parameter-undeclared',
    '/paths/~1boxes~1{id}/get',
    'GET /boxes/{id} does not declare the path parameter "id".',
    (root) => (operation(root)['parameters'] = []),
  ],
  [
    'path-parameter-unused',
    '/paths/~1boxes~1{id}/get/parameters/1',
    'GET /boxes/{id} declares the path parameter "name", which its path does not hold.',
    (root) => (operation(root)['parameters'] as object[]).push({ name: 'name', in: 'path', description: 'A name' }),
  ],
  [
    'parameter-duplicate',
    '/paths/~1boxes~1{id}/get/parameters/1',
    'GET /boxes/{id} declares the path parameter "id" twice.',
    (root) => (operation(root)['parameters'] as object[]).push({ name: 'id', in: 'path', description: 'Again' }),
  ],
  [
    'reference-missing',
    '/components/schemas/Box/properties/Size',
    '"#/components/schemas/Nobody" leads nowhere.',
    size({ $ref: '#/components/schemas/Nobody', description: '' }),
  ],
  [
    'required-without-property',
    '/components/schemas/Box/required',
    'Box requires "Weight", which is none of its properties.',
    (root) => (box(root)['required'] = ['Size', 'Weight']),
  ],
  [
    'type-unknown',
    '/components/schemas/Box/properties/Size/type',
    '"int" is no type of openapi-3.0.',
    size({ type: 'int', description: 'How large' }),
  ],
  [
    'array-without-items',
    '/components/schemas/Box/properties/Size',
    'An array of Box does not say what its items are.',
    size({ type: 'array', description: 'All sizes' }),
  ],
  [
    'enum-duplicate',
    '/components/schemas/Box/properties/Size/enum',
    'The enum lists 1 more than once.',
    size({ type: 'integer', description: 'How large', enum: [1, 2, 1, 1] }),
  ],
  [
    'bounds-reversed',
    '/components/schemas/Box/properties/Size/minimum',
    'minimum 9 is greater than maximum 1.',
    size({ type: 'integer', description: 'How large', minimum: 9, maximum: 1 }),
  ],
  [
    'default-outside',
    '/components/schemas/Box/properties/Size/default',
    'The default contradicts its schema: 0 is below minimum 1.',
    size({ type: 'integer', description: 'How large', minimum: 1, default: 0 }),
  ],
  [
    'example-outside',
    '/components/schemas/Box/properties/Size/example',
    'The example contradicts its schema: [1]: "big" is no integer.',
    size({ type: 'array', items: { type: 'integer' }, description: 'All sizes', example: [1, 'big'] }),
  ],
  [
    'reference-with-siblings',
    '/components/schemas/Box/properties/Size',
    'Box has a reference with description beside it, which readers of openapi-3.0 ignore; wrap the reference in allOf.',
    size({ $ref: '#/components/schemas/Box', description: 'A box in it' }),
  ],
  [
    'nullable-foreign',
    '/components/schemas/Box/properties/Size',
    'Box says null by x-nullable in one place; in openapi-3.1 add "null" to the types.',
    size({ type: 'integer', description: 'How large', 'x-nullable': true }),
    'openapi-3.1',
  ],
  [
    'format-misspelled',
    '/components/schemas/Box/properties/Size/format',
    'Box says format "dateTime"; the known one is "date-time".',
    size({ type: 'string', description: 'When', format: 'dateTime' }),
  ],
  [
    'similar-schemas',
    '/components/schemas/BOX',
    'The schemas "Box" and "BOX" differ in letter case only.',
    (root) => (root['components']!['schemas']!['BOX'] = { allOf: [] }),
  ],
  [
    'schema-unreferenced',
    '/components/schemas/Old',
    'No operation reaches the schema "Old".',
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
];

describe('rules', () => {
  for (const [rule, place, sentence, change, dialect] of cases) {
    it(rule, () => {
      const findings = lint(documentWith(change, dialect)).filter((finding) => finding.rule === rule);
      const severity = rules.find(({ name }) => name === rule)?.severity;
      expect(findings).toEqual([{ severity, rule, place: `api.yaml#${place}`, sentence }]);
    });
  }

  it('find nothing in a document that is in order', () => {
    expect(lint(documentWith(() => undefined))).toEqual([]);
  });

  it('are each the file of their name, and each has a case here', () => {
    const files = readdirSync(new URL('../rules', import.meta.url)).map((file) => file.replace(/\.ts$/, ''));
    expect(rules.map(({ name }) => name).sort()).toEqual(files.sort());
    expect(cases.map(([name]) => name).sort()).toEqual(files.sort());
  });
});

describe('what is no finding', () => {
  const silent: readonly (readonly [name: string, change: Change, dialect?: Dialect])[] = [
    ['a required property of another part of a composition', (root) => (box(root)['allOf'] = [{ required: ['Size'] }])],
    [
      'a property called like a keyword',
      (root) =>
        (box(root)['properties'] = {
          Size: { type: 'integer', description: 'How large' },
          $ref: { type: 'string', description: 'A word' },
        }),
    ],
    ['a reference inside an example', size({ type: 'object', description: 'Any', example: { $ref: '#/nowhere' } })],
    [
      'null where null may stand',
      size({ type: 'string', description: 'A word', nullable: true, default: null, enum: ['a'] }),
    ],
    [
      'a sentinel outside the bounds',
      size({ type: 'integer', description: 'How large', minimum: 0, default: -1, 'x-lading-sentinels': [-1] }),
    ],
    [
      'words beside a reference in 3.1',
      size({ $ref: '#/components/schemas/Box', description: 'A box in it', deprecated: true }),
      'openapi-3.1',
    ],
    [
      'an answer that upgrades',
      (root) =>
        (operation(root)['responses'] = {
          101: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Box' } } } },
        }),
    ],
    [
      'shapes that refer to themselves',
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
