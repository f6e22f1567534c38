/** Tests the types of schemas in the form of published documents. */
import { describe, expect, it } from 'vitest';
import type { Dialect, Json, JsonObject } from '../../document/index.js';
import { plain, schemasOf } from './testing/small-documents.js';

const string = { kind: 'string' };
const lid = { kind: 'reference', name: 'Lid' };
const record = (...fields: object[]) => ({ kind: 'record', bases: [], fields });
const field = (name: string, type: object, more: object = {}) => ({ name, type, required: false, ...more });

/** Returns the type of the schema `Box`; the document also has a schema `Lid`. */
const types: readonly (readonly [name: string, schema: Json, type: object, dialect?: Dialect])[] = [
  [
    'string',
    { type: 'string', format: 'uri', pattern: '^a', minLength: 1, maxLength: 2 },
    { kind: 'string', format: 'uri', pattern: '^a', minLength: 1, maxLength: 2 },
  ],
  ['an empty format is ignored', { type: 'string', format: '' }, string],
  [
    'integer',
    { type: 'integer', format: 'int64', minimum: -1, maximum: 5, 'x-lading-sentinels': [-7] },
    { kind: 'integer', format: 'int64', minimum: -1, maximum: 5, sentinels: [-7] },
  ],
  ['number', { type: 'number', minimum: 0.5 }, { kind: 'number', minimum: 0.5 }],
  ['boolean', { type: 'boolean' }, { kind: 'boolean' }],
  ['bytes', { type: 'string', format: 'binary' }, { kind: 'bytes' }],
  ['file', { type: 'file' }, { kind: 'bytes' }, 'swagger-2.0'],
  ['an empty schema', {}, { kind: 'any' }],
  ['true', { type: 'array', items: true }, { kind: 'list', items: { kind: 'any' } }],
  ['list', { type: 'array', items: { type: 'string' }, minItems: 1 }, { kind: 'list', items: string, minItems: 1 }],
  ['list without a type', { items: { type: 'string' } }, { kind: 'list', items: string }],
  ['map', { type: 'object', additionalProperties: { type: 'string' } }, { kind: 'map', values: string }],
  ['object without keywords', { type: 'object' }, { kind: 'map', values: { kind: 'any' } }],
  ['object without properties', { type: 'object', additionalProperties: false }, record()],
  ['an enum of the empty object', { type: 'object', enum: [{}], default: {} }, record()],
  [
    'record',
    { type: 'object', required: ['A'], properties: { A: { type: 'string' }, B: { type: 'string', default: 'b' } } },
    record(field('A', string, { required: true }), field('B', string, { default: 'b' })),
  ],
  ['record without a type', { properties: { A: { type: 'string' } } }, record(field('A', string))],
  [
    'record with a rest',
    { properties: { A: { type: 'string' } }, additionalProperties: { type: 'boolean' } },
    { ...record(field('A', string)), rest: { kind: 'boolean' } },
  ],
  [
    'keys of the prototype',
    JSON.parse('{"properties": {"__proto__": {"type": "string"}, "constructor": {"type": "string"}}}') as Json,
    record(field('__proto__', string), field('constructor', string)),
  ],
  [
    'enum',
    { type: 'string', enum: ['a', 'b', 'a'] },
    { kind: 'enum', of: 'string', values: [{ value: 'a' }, { value: 'b' }], open: false },
  ],
  [
    'enum with an empty string',
    { type: 'string', enum: ['', 'b'] },
    { kind: 'enum', of: 'string', values: [{ value: '' }, { value: 'b' }], open: false },
  ],
  [
    'enum of numbers',
    { type: 'integer', enum: [0, 1] },
    { kind: 'enum', of: 'integer', values: [{ value: 0 }, { value: 1 }], open: false },
  ],
  [
    'enum with meanings',
    { enum: ['a'], 'x-enumDescriptions': { a: 'First' } },
    { kind: 'enum', of: 'string', values: [{ value: 'a', description: 'First' }], open: false },
  ],
  [
    'open enum',
    { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'string' }] },
    { kind: 'enum', of: 'string', values: [{ value: 'a' }], open: true },
  ],
  ['constant', { const: 'a' }, { kind: 'enum', of: 'string', values: [{ value: 'a' }], open: false }],
  [
    'union',
    { oneOf: [{ $ref: '#/components/schemas/Lid' }, { type: 'string' }] },
    { kind: 'union', options: [lid, string] },
  ],
  ['several types', { type: ['string', 'integer'] }, { kind: 'union', options: [string, { kind: 'integer' }] }],
  ['one of one', { oneOf: [{ type: 'string' }] }, string],
  ['reference', { $ref: '#/components/schemas/Lid' }, lid],
  ['reference with percent signs', { $ref: '#/components/schemas/%4Cid' }, lid],
  ['reference to a part of a schema', { $ref: '#/components/schemas/Lid/properties/Shut' }, { kind: 'boolean' }],
  ['all of one reference', { allOf: [{ $ref: '#/components/schemas/Lid' }], description: 'More words' }, lid],
  [
    'all of a reference and an empty object',
    { allOf: [{ $ref: '#/components/schemas/Lid' }, { type: 'object' }, { example: {} }] },
    lid,
  ],
  [
    'all of a reference and more',
    { allOf: [{ $ref: '#/components/schemas/Lid' }, { properties: { A: { type: 'string' } } }] },
    { kind: 'record', bases: ['Lid'], fields: [field('A', string)] },
  ],
  [
    'all of two records',
    { allOf: [{ properties: { A: { type: 'string' } } }], properties: { B: { type: 'string' } } },
    record(field('A', string), field('B', string)),
  ],
  [
    'one part requires what another describes',
    { allOf: [{ properties: { A: { type: 'string' } } }, { properties: { B: { type: 'string' } } }], required: ['A'] },
    record(field('A', string, { required: true }), field('B', string)),
  ],
];

describe('a schema becomes a type', () => {
  it.each(types.map(([name, schema, type, dialect]) => ({ name, schema, type, dialect })))(
    '$name',
    ({ schema, type, dialect }) => {
      const schemas = schemasOf(
        { Lid: { type: 'object', properties: { Shut: { type: 'boolean' } } }, Box: schema },
        dialect,
      );
      expect(plain(schemas.find(({ name }) => name === 'Box')?.type)).toEqual(type);
    },
  );
});

/** Every form of a nullable property. */
const nulls: readonly (readonly [name: string, schema: Json, type: object, dialect?: Dialect])[] = [
  ['x-nullable', { type: 'string', 'x-nullable': true }, string, 'swagger-2.0'],
  ['nullable', { type: 'string', nullable: true }, string, 'openapi-3.0'],
  ['a list of types', { type: ['string', 'null'] }, string],
  ['null in an enum', { type: 'integer', enum: [1, null] }, { kind: 'reference', name: 'BoxA' }],
  ['null as an option', { oneOf: [{ $ref: '#/components/schemas/Lid' }, { type: 'null' }] }, lid],
  ['x-nullable beside a reference', { $ref: '#/components/schemas/Lid', 'x-nullable': true }, lid],
  [
    'nullable around a reference',
    { allOf: [{ $ref: '#/components/schemas/Lid' }], nullable: true },
    lid,
    'openapi-3.0',
  ],
  ['a schema that is nullable itself', { $ref: '#/components/schemas/Null' }, { kind: 'reference', name: 'Null' }],
  ['an alias of such a schema', { $ref: '#/components/schemas/Alias' }, { kind: 'reference', name: 'Alias' }],
];

describe('null', () => {
  it.each(nulls.map(([name, schema, type, dialect]) => ({ name, schema, type, dialect })))(
    '$name',
    ({ schema, type, dialect }) => {
      const text = JSON.stringify({
        Lid: { type: 'object', properties: { Shut: { type: 'boolean' } } },
        Null: { type: ['object', 'null'], properties: { A: {} } },
        Alias: { $ref: '#/components/schemas/Null' },
        Box: { properties: { A: schema } },
      });
      const named = dialect === 'swagger-2.0' ? text.replaceAll('#/components/schemas/', '#/definitions/') : text;
      const box = schemasOf(JSON.parse(named), dialect).find(({ name }) => name === 'Box')?.type;
      expect(box?.kind === 'record' && plain(box.fields[0]?.type)).toEqual({ ...type, nullable: true });
    },
  );
});

describe('an inline schema is named after its place', () => {
  const cases: readonly (readonly [name: string, schema: Json, names: readonly string[]])[] = [
    ['a property', { properties: { Lid: { properties: { A: {} } } } }, ['BoxLid', 'Box']],
    ['an item', { properties: { Lids: { items: { properties: { A: {} } } } } }, ['BoxLid', 'Box']],
    [
      'an item of a word without plural',
      { properties: { Status: { items: { properties: { A: {} } } } } },
      ['BoxStatusItem', 'Box'],
    ],
    [
      'a value of a map',
      { properties: { Entries: { additionalProperties: { enum: ['a', 'b'] } } } },
      ['BoxEntry', 'Box'],
    ],
    [
      'options',
      { oneOf: [{ title: 'small one', properties: { A: {} } }, { properties: { B: {} } }] },
      ['BoxSmallOne', 'BoxOption2', 'Box'],
    ],
    [
      'a name that is taken',
      { properties: { 'a-b': { properties: { A: {} } }, 'a.b': { properties: { A: {} } } } },
      ['BoxAB', 'BoxAB2', 'Box'],
    ],
    ['no name for one constant', { properties: { Kind: { const: 'box' } } }, ['Box']],
    ['no name for any object', { properties: { Lid: { type: 'object' } } }, ['Box']],
  ];
  it.each(cases)('%s', (_name, schema, names) => {
    expect(schemasOf({ Box: schema }).map(({ name }) => name)).toEqual(names);
  });
});

describe('notes', () => {
  it.each([
    ['What holds things.', 'What holds things.\n\nDiffers from the published contract: It may be null.'],
    [undefined, 'Differs from the published contract: It may be null.'],
  ])('end the description %j with what differs from the published contract', (description, expected) => {
    const [schema] = schemasOf({
      Box: { type: 'string', ...(description !== undefined && { description }), 'x-lading-differs': 'It may be null.' },
    });
    expect(schema?.description).toBe(expected);
  });

  it('are descriptions, versions, deprecation and rules; extensions of other tools are kept', () => {
    const [schema] = schemasOf({
      Box: {
        type: 'string',
        title: 'A box',
        description: ' What holds things. ',
        'x-go-name': 'TheBox',
        'x-lading-since': 1.2,
        'x-lading-until': '1.4',
        'x-lading-deprecated-since': '1.3',
        'x-lading-deprecated-use': 'Use a crate.',
        'x-lading-rules': [
          { kind: 'zero-or-minimum', fields: ['A'], value: 4, sentence: 'A is 0 or at least 4.' },
          { kind: 'excludes', fields: ['A', 'B'], later: true, sentence: 'Not both.' },
          { kind: 'sentence', later: 'sometimes', sentence: 'So it is.' },
          'no rule',
        ],
        examples: ['red', 'blue'],
      },
    });
    expect(plain(schema)).toEqual({
      extensions: { 'x-go-name': 'TheBox' },
      name: 'Box',
      named: true,
      group: 'common',
      type: string,
      title: 'A box',
      description: 'What holds things.',
      since: '1.2',
      until: '1.4',
      deprecated: { since: '1.3', use: 'Use a crate.' },
      rules: [
        { kind: 'zero-or-minimum', fields: ['A'], value: 4, sentence: 'A is 0 or at least 4.' },
        { kind: 'excludes', fields: ['A', 'B'], later: true, sentence: 'Not both.' },
        { kind: 'sentence', sentence: 'So it is.' },
      ],
      example: 'red',
    });
  });
});

describe('a schema that contains itself in a part', () => {
  const box = { $ref: '#/components/schemas/Box' };
  it.each<[string, JsonObject]>([
    ['in a property', { properties: { Inner: box } }],
    ['in the entries of an array', { oneOf: [{ type: 'string' }, { type: 'array', items: box }] }],
    ['in the values of a map', { type: 'object', additionalProperties: box }],
    ['in a property of a part', { allOf: [{ $ref: '#/components/schemas/Lid' }, { properties: { Inner: box } }] }],
  ])('is read: %s', (_name, schema) => {
    expect(() => schemasOf({ Box: schema, Lid: { properties: { Box: box } } })).not.toThrow();
  });
});

describe('rejected schemas', () => {
  const size = { type: 'object', properties: { Size: { type: 'integer' } } };
  const cases: readonly (readonly [name: string, schema: Json, problem: RegExp])[] = [
    ['an unknown type', { type: 'dict' }, /^DOCUMENT_STRUCTURE: .*\(api.yaml#\/components\/schemas\/Box\/type\)/],
    ['properties that are a string', { type: 'object', properties: 'all' }, /^DOCUMENT_STRUCTURE/],
    ['a property that is a string', { properties: { A: 'string' } }, /^DOCUMENT_STRUCTURE: .*Box\/properties\/A\)/],
    ['required that is a string', { type: 'object', required: 'A' }, /^DOCUMENT_STRUCTURE/],
    ['an unresolvable reference', { properties: { A: { $ref: '#/components/schemas/Nobody' } } }, /^REFERENCE_MISSING/],
    ['a reference to a key of the prototype', { $ref: '#/components/schemas/constructor' }, /^REFERENCE_MISSING/],
    ['a name of itself', { $ref: '#/components/schemas/Box' }, /^REFERENCE_CYCLE/],
    ['one of itself', { oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/Box' }] }, /^REFERENCE_CYCLE/],
    ['all of itself', { allOf: [{ $ref: '#/components/schemas/Box' }, size] }, /^REFERENCE_CYCLE/],
    [
      'one of a schema that is all of itself',
      { oneOf: [{ type: 'string' }, { allOf: [{ $ref: '#/components/schemas/Box' }, size] }] },
      /^REFERENCE_CYCLE: "#\/components\/schemas\/Box" is part of a reference cycle \(api.yaml#\/components\/schemas\/Box\)/,
    ],
    [
      'a part that contains itself',
      { properties: { A: { $ref: '#/components/schemas/Box/properties/A' } } },
      /^REFERENCE_CYCLE/,
    ],
    [
      'all of itself, in parts',
      { properties: { A: { items: { $ref: '#/components/schemas/Box/properties/A' } } } },
      /^REFERENCE_CYCLE/,
    ],
  ];
  it.each(cases)('%s', (_name, schema, problem) => {
    expect(() => schemasOf({ Box: schema })).toThrow(problem);
  });
});
