/** Tests the types of schemas in the form of published documents. */
import { describe, expect, it } from 'vitest';
import { documentOf, type Dialect, type Json, type JsonObject } from '../../document/index.js';
import { normalize } from '../index.js';
import { apiOf, plain, schemasOf } from './testing/small-documents.js';

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
  ['bytes by media type', { type: 'string', contentMediaType: 'application/octet-stream' }, { kind: 'bytes' }],
  ['bytes without an encoding of their own', { type: 'string', contentEncoding: 'binary' }, { kind: 'bytes' }],
  [
    'bytes with a charset of eight bits',
    { type: 'string', contentMediaType: 'image/png', contentEncoding: '8bit' },
    { kind: 'bytes' },
  ],
  [
    'encoded bytes',
    { type: 'string', contentMediaType: 'image/png', contentEncoding: 'base64' },
    { kind: 'string', format: 'base64' },
  ],
  [
    'an encoding beside a format',
    { type: 'string', contentEncoding: 'base64', format: 'byte' },
    { kind: 'string', format: 'byte' },
  ],
  ['another encoding', { type: 'string', contentEncoding: 'quoted-printable' }, string],
  ['text of a media type', { type: 'string', contentMediaType: 'image/svg+xml' }, string],
  ['file', { type: 'file' }, { kind: 'bytes' }, 'swagger-2.0'],
  ['an empty schema', {}, { kind: 'any' }],
  ['true', { type: 'array', items: true }, { kind: 'array', items: { kind: 'any' } }],
  ['array', { type: 'array', items: { type: 'string' }, minItems: 1 }, { kind: 'array', items: string, minItems: 1 }],
  ['list without a type', { items: { type: 'string' } }, { kind: 'array', items: string }],
  ['map', { type: 'object', additionalProperties: { type: 'string' } }, { kind: 'map', values: string }],
  [
    'constraints beside a base',
    { allOf: [{ $ref: '#/components/schemas/Lid' }, { minProperties: 1, patternProperties: { '^x': {} } }] },
    {
      kind: 'record',
      bases: ['Lid'],
      fields: [],
      minProperties: 1,
      patterns: [{ pattern: '^x', type: { kind: 'any' } }],
    },
  ],
  [
    'a test without consequences, where it matters what is described',
    { type: 'array', if: { type: 'array', prefixItems: [{ type: 'string' }] }, unevaluatedItems: false },
    {
      kind: 'intersection',
      parts: [
        { kind: 'array', items: { kind: 'any' } },
        { kind: 'condition', if: { kind: 'array', prefixItems: [string], items: { kind: 'any' } } },
      ],
      unevaluatedItems: { kind: 'never' },
    },
  ],
  [
    'a test without consequences',
    { type: 'array', if: { type: 'array', prefixItems: [{ type: 'string' }] } },
    { kind: 'array', items: { kind: 'any' } },
  ],
  [
    'an object as type',
    { type: { type: 'string' }, minLength: 1 },
    { kind: 'condition', if: string, then: { ...string, minLength: 1 } },
  ],
  ['an unknown type', { type: 'text', properties: { A: { type: 'string' } } }, record(field('A', string))],
  ['unknown types beside others', { type: ['text', 'string'] }, string],
  ['null', { type: 'null' }, { kind: 'never', nullable: true }],
  ['a list of null', { type: ['null'] }, { kind: 'never', nullable: true }],
  ['object without keywords', { type: 'object' }, { kind: 'map', values: { kind: 'any' } }],
  ['object without properties', { type: 'object', additionalProperties: false }, { ...record(), closed: true }],
  ['an enum of the empty object', { type: 'object', enum: [{}], default: {} }, { ...record(), closed: true }],
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
    'record with a rest of any type',
    { properties: { A: { type: 'string' } }, additionalProperties: true },
    { ...record(field('A', string)), rest: { kind: 'any' } },
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
  [
    'open enum with null',
    { anyOf: [{ type: 'string', enum: ['a', null] }, { type: 'string' }] },
    { kind: 'enum', of: 'string', values: [{ value: 'a' }], open: true },
  ],
  [
    'open enum, of which YAML reads some as numbers',
    { anyOf: [{ type: 'string', enum: ['a', 1.5, true] }, { type: 'string' }] },
    { kind: 'enum', of: 'string', values: [{ value: 'a' }, { value: '1.5' }, { value: 'true' }], open: true },
  ],
  [
    'open enum with a value that is no string',
    { anyOf: [{ type: 'string', enum: [['b'], 'a'] }, { type: 'string' }] },
    { kind: 'enum', of: 'string', values: [{ value: 'a' }], open: true },
  ],
  ['constant', { const: 'a' }, { kind: 'enum', of: 'string', values: [{ value: 'a' }], open: false }],
  [
    'union',
    { oneOf: [{ $ref: '#/components/schemas/Lid' }, { type: 'string' }] },
    { kind: 'union', options: [lid, string], exclusive: true },
  ],
  ['several types', { type: ['string', 'integer'] }, { kind: 'union', options: [string, { kind: 'integer' }] }],
  ['one of one', { oneOf: [{ type: 'string' }] }, string],
  ['reference', { $ref: '#/components/schemas/Lid' }, lid],
  ['reference with percent signs', { $ref: '#/components/schemas/%4Cid' }, lid],
  ['reference to a part of a schema', { $ref: '#/components/schemas/Lid/properties/Shut' }, { kind: 'boolean' }],
  [
    'options of other types than the whole',
    { type: 'number', oneOf: [{ type: 'string' }, { type: 'integer' }, { type: ['array', 'boolean'] }] },
    { kind: 'union', options: [{ kind: 'never' }, { kind: 'integer' }, { kind: 'never' }], exclusive: true },
  ],
  ...(['openapi-3.0', 'openapi-3.1', 'openapi-3.2'] as const).map((dialect): (typeof types)[number] => [
    `options of other types than the whole in ${dialect}`,
    { type: 'string', oneOf: [{ type: 'object' }, { type: 'string' }] },
    { kind: 'union', options: [{ kind: 'never' }, string], exclusive: true },
    dialect,
  ]),
  ...[
    { type: 'string', oneOf: [{ $ref: '#/components/schemas/Lid' }, { type: 'string' }] },
    { type: 'string', oneOf: [{ allOf: [{ $ref: '#/components/schemas/Lid' }] }, { type: 'string' }] },
    { allOf: [{ type: 'string' }, { oneOf: [{ $ref: '#/components/schemas/Lid' }, { type: 'string' }] }] },
  ].map((schema): (typeof types)[number] => [
    'options of other types than the whole, behind references and in parts',
    schema,
    { kind: 'union', options: [{ kind: 'never' }, string], exclusive: true },
  ]),
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

const enumOf = (of: string, ...values: unknown[]) => ({
  kind: 'enum',
  of,
  values: values.map((value) => ({ value })),
  open: false,
});
const lidReference = { $ref: '#/components/schemas/Lid' };

/** Keywords that say more than one type, or less. */
const combined: readonly (readonly [name: string, schema: Json, type: object, dialect?: Dialect])[] = [
  ['an enum of numbers', { enum: [0.5, 1] }, enumOf('number', 0.5, 1)],
  ['an enum of one boolean', { type: 'boolean', enum: [true] }, enumOf('boolean', true)],
  ['an enum of both booleans', { enum: [true, false] }, { kind: 'boolean' }],
  ['a mixed enum', { enum: [1, 'a', true, [2]] }, enumOf('mixed', 1, 'a', true, [2])],
  [
    'constants with titles and descriptions',
    { oneOf: [{ const: 1, title: 'Small' }, { const: 2, title: 'Large', description: 'Two hands.' }, { const: 3 }] },
    {
      ...enumOf('integer', 1, 2, 3),
      values: [{ value: 1, description: 'Small' }, { value: 2, description: 'Large. Two hands.' }, { value: 3 }],
    },
  ],
  [
    'descriptions of values in their order',
    { type: 'string', enum: ['a', 'b'], 'x-enum-descriptions': ['First.', 'Second.'] },
    {
      ...enumOf('string', 'a', 'b'),
      values: [
        { value: 'a', description: 'First.' },
        { value: 'b', description: 'Second.' },
      ],
    },
  ],
  [
    'names of numbers',
    { type: 'integer', enum: [0, 1], 'x-enum-varnames': ['Off', 'On'] },
    {
      ...enumOf('integer', 0, 1),
      values: [
        { value: 0, description: 'Off' },
        { value: 1, description: 'On' },
      ],
    },
  ],
  [
    'the same constant twice',
    { oneOf: [{ const: 1 }, { const: 1 }] },
    { kind: 'union', options: [enumOf('integer', 1), enumOf('integer', 1)], exclusive: true },
  ],
  ['numbers in an enum of strings', { type: 'string', enum: [1, 'a'] }, enumOf('string', '1', 'a')],
  ['an object as a constant', { const: { a: [1, null] } }, enumOf('mixed', { a: [1, null] })],
  ['null as a constant', { const: null }, { kind: 'never', nullable: true }],
  [
    'a closed tuple',
    { type: 'array', prefixItems: [{ type: 'string' }, true], items: false, minItems: 1 },
    { kind: 'array', prefixItems: [string, { kind: 'any' }], items: { kind: 'never' }, minItems: 1 },
  ],
  [
    'a tuple of an older dialect',
    { type: 'array', items: [{ type: 'string' }] },
    { kind: 'array', prefixItems: [string], items: { kind: 'any' } },
    'openapi-3.0',
  ],
  ['a property that is false', { properties: { A: false } }, record(field('A', { kind: 'never' }))],
  ['the negation of everything', { not: {} }, { kind: 'never' }],
  ['the negation of the only type', { type: ['string'], not: { type: 'string' } }, { kind: 'never' }],
  ['the negation of all values', { enum: ['a', 'b'], not: { enum: ['b', 'a'] } }, { kind: 'never' }],
  [
    'any other properties in a part',
    {
      allOf: [
        { $ref: '#/components/schemas/Lid' },
        { properties: { A: { type: 'string' } }, additionalProperties: true },
      ],
    },
    { ...record(field('A', string)), bases: ['Lid'], rest: { kind: 'any' } },
  ],
  [
    'a required property that is not declared',
    { properties: { A: { type: 'string' } }, required: ['B'] },
    record(field('A', string), field('B', { kind: 'any' }, { required: true, undeclared: true })),
  ],
  [
    'a required property that a closed object does not declare',
    { properties: { A: { type: 'string' } }, required: ['B'], additionalProperties: false },
    { ...record(field('A', string)), closed: true, required: ['B'] },
  ],
  [
    'a required property beside others of one type',
    { properties: { A: { type: 'string' } }, required: ['B'], additionalProperties: { type: 'boolean' } },
    { ...record(field('A', string), field('B', { kind: 'boolean' }, { required: true })), rest: { kind: 'boolean' } },
  ],
  [
    'a required property that another part describes',
    { allOf: [{ properties: { A: { type: 'string' } } }, { properties: { B: {} }, required: ['A'] }] },
    record(field('A', string, { required: true }), field('B', { kind: 'any' })),
  ],
  [
    'all of a reference and a union',
    {
      allOf: [
        lidReference,
        { oneOf: [{ type: 'object', properties: { A: {} } }, { $ref: '#/components/schemas/Lid' }] },
      ],
    },
    {
      kind: 'intersection',
      parts: [lid, { kind: 'union', options: [{ kind: 'reference', name: 'BoxOption1' }, lid], exclusive: true }],
    },
  ],
  [
    'all of a reference and what it requires',
    { allOf: [lidReference, { required: ['Shut', 'Nothing'] }] },
    {
      kind: 'record',
      bases: ['Lid'],
      fields: [
        field('Shut', { kind: 'boolean' }, { required: true }),
        field('Nothing', { kind: 'any' }, { required: true, undeclared: true }),
      ],
    },
  ],
  [
    'keywords beside a reference',
    { ...lidReference, required: ['Shut'] },
    { kind: 'record', bases: ['Lid'], fields: [field('Shut', { kind: 'boolean' }, { required: true })] },
  ],
  ['keywords beside a reference, in an older dialect', { ...lidReference, required: ['Shut'] }, lid, 'openapi-3.0'],
  [
    'a property in two parts: both types hold',
    {
      allOf: [
        { properties: { A: { type: 'string', minLength: 1 } } },
        { properties: { A: { type: 'string', minLength: 2, maxLength: 3 } } },
      ],
    },
    record(field('A', { ...string, minLength: 2, maxLength: 3 })),
  ],
  [
    'a property of a base with a narrower type',
    { allOf: [lidReference, { properties: { Shut: { enum: [true] } } }] },
    { kind: 'record', bases: ['Lid'], fields: [field('Shut', enumOf('boolean', true))] },
  ],
  [
    'all of one type',
    { allOf: [{ type: 'string' }, { maxLength: 5 }, { minLength: 2 }] },
    { ...string, minLength: 2, maxLength: 5 },
  ],
  ['all of contradictory types', { allOf: [{ type: 'string' }, { type: 'integer' }] }, { kind: 'integer' }],
  [
    'options without a type',
    { type: 'string', anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] },
    {
      kind: 'union',
      options: [
        { ...string, format: 'ipv4' },
        { ...string, format: 'ipv6' },
      ],
    },
  ],
  [
    'several types, one of them an object',
    { type: ['string', 'object'], properties: { A: {} } },
    {
      kind: 'union',
      options: [string, { kind: 'reference', name: 'BoxObject' }],
    },
  ],
  [
    'no unknown properties',
    { properties: { A: {} }, additionalProperties: false },
    { ...record(field('A', { kind: 'any' })), closed: true },
  ],
  [
    'patterns of names',
    { type: 'object', patternProperties: { '^x-': { type: 'string' } }, additionalProperties: false, minProperties: 1 },
    { kind: 'map', values: { kind: 'never' }, minProperties: 1, patterns: [{ pattern: '^x-', type: string }] },
  ],
  [
    'names of properties',
    { type: 'object', propertyNames: { maxLength: 3 }, maxProperties: 2 },
    { kind: 'map', values: { kind: 'any' }, maxProperties: 2, propertyNames: { ...string, maxLength: 3 } },
  ],
  ['unique items', { type: 'array', uniqueItems: true }, { kind: 'array', items: { kind: 'any' }, uniqueItems: true }],
  [
    'exclusive limits',
    { type: 'integer', exclusiveMinimum: 1, maximum: 9, multipleOf: 2 },
    { kind: 'integer', exclusiveMinimum: 1, maximum: 9, multipleOf: 2 },
  ],
  [
    'exclusive limits of an older dialect',
    { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
    { kind: 'number', exclusiveMinimum: 1, maximum: 9 },
    'openapi-3.0',
  ],
  ['a reference to an anchor', { $ref: '#open' }, { kind: 'boolean' }],
];

it('properties beside options that require them are parts of an intersection', () => {
  const box = { properties: { A: { type: 'string' } }, oneOf: [{ required: ['A'] }, lidReference] };
  // Emitted again, an option that only requires is a map.
  const { schemas } = apiOf({ components: { schemas: { Lid: { type: 'object' }, Box: box } } });
  expect(plain(schemas.find(({ name }) => name === 'Box')?.type)).toEqual({
    kind: 'intersection',
    parts: [
      { kind: 'reference', name: 'BoxProperties' },
      { kind: 'union', options: [{ kind: 'reference', name: 'BoxOption1' }, lid], exclusive: true },
    ],
  });
});

describe('a schema of several keywords becomes a type', () => {
  it.each(combined.map(([name, schema, type, dialect]) => ({ name, schema, type, dialect })))(
    '$name',
    ({ schema, type, dialect }) => {
      const schemas = schemasOf(
        {
          Lid: { type: 'object', properties: { Shut: { type: 'boolean' } } },
          Anchored: { $anchor: 'anchored', properties: { Open: { $anchor: 'open', type: 'boolean' } } },
          Box: schema,
        },
        dialect,
      );
      expect(plain(schemas.find(({ name }) => name === 'Box')?.type)).toEqual(type);
    },
  );
});

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
  [
    'null in an enum',
    { type: 'integer', enum: [1, null] },
    { kind: 'enum', of: 'integer', values: [{ value: 1 }], open: false },
  ],
  ['null as an option', { oneOf: [{ $ref: '#/components/schemas/Lid' }, { type: 'null' }] }, lid],
  [
    'null in an open enum',
    { anyOf: [{ type: 'string', enum: ['a', null] }, { type: 'string' }] },
    { kind: 'reference', name: 'BoxA' },
  ],
  ['null as the constant of an option', { anyOf: [{ const: null }, { type: 'string' }] }, string],
  ['null as the only value of an option', { oneOf: [{ type: 'string' }, { type: 'string', enum: [null] }] }, string],
  ['null as the only one of the types of an option', { anyOf: [{ type: ['null'] }, { type: 'string' }] }, string],
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

describe('a property of several bases is required and narrowed by each of them', () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const schemas = {
    Named: { type: 'object', properties: { A: { type: 'string' } }, required: ['A'] },
    Again: { type: 'object', properties: { A: { type: 'string' }, B: { type: 'integer' } } },
    Short: { type: 'object', properties: { A: { type: 'string', maxLength: 2 } } },
    Heir: { allOf: [ref('Named'), { type: 'object', properties: { C: { type: 'boolean' } } }] },
  };
  const short = { ...string, maxLength: 2 };
  it.each<readonly [string, Json, readonly object[]]>([
    ['required by the first', { allOf: [ref('Named'), ref('Again')] }, [field('A', string, { required: true })]],
    ['required by the last', { allOf: [ref('Again'), ref('Named')] }, []],
    ['narrowed by the first', { allOf: [ref('Short'), ref('Named')] }, [field('A', short, { required: true })]],
    ['narrowed by the last', { allOf: [ref('Named'), ref('Short')] }, [field('A', short, { required: true })]],
    ['of one origin', { allOf: [ref('Named'), ref('Heir')] }, []],
    [
      'required by the base of a base',
      { allOf: [ref('Heir'), { type: 'object', properties: { A: { type: 'string' } } }] },
      [field('A', string, { required: true })],
    ],
    [
      'required in addition',
      { allOf: [ref('Short'), ref('Again'), { required: ['A'] }] },
      [field('A', short, { required: true })],
    ],
  ])('%s', (_name, box, fields) => {
    const type = schemasOf({ ...schemas, Box: box }).find(({ name }) => name === 'Box')?.type;
    expect(type?.kind === 'record' && plain(type.fields)).toEqual(fields);
  });
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

  it('are descriptions, versions, deprecation, rules and the extensions of other tools', () => {
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
      extensions: { 'x-go-name': 'TheBox' },
    });
  });
});

describe('a schema that contains itself in a part', () => {
  const box = { $ref: '#/components/schemas/Box' };
  it.each<[string, JsonObject]>([
    ['in a property', { properties: { Inner: box } }],
    ['in the items of a property', { properties: { A: { items: { $ref: '#/components/schemas/Box/properties/A' } } } }],
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
  ];
  it.each(cases)('%s', (_name, schema, problem) => {
    expect(() => schemasOf({ Box: schema })).toThrow(problem);
  });
});

it.each<[dialect: JsonObject, part: string]>([
  [{ swagger: '2.0' }, 'definitions'],
  ...['3.0.3', '3.1.0', '3.2.0'].map((openapi): [JsonObject, string] => [{ openapi }, 'components']),
])('a document of schemas alone needs no paths: %o', (dialect, part) => {
  const schemas = { Box: { type: 'string' } };
  const root = { ...dialect, info: { version: '1' }, [part]: part === 'definitions' ? schemas : { schemas } };
  expect(normalize(documentOf('api.yaml', root))).toMatchObject({ operations: [], schemas: [{ name: 'Box' }] });
});
