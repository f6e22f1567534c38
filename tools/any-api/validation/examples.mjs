/** Schemas with values that decide what each part of the schema says: combinations that few random schemas have. */

/** @typedef {{ readonly schema: import('./schemas.mjs').JsonSchema, readonly values: readonly unknown[] }} Example */

const pet = { $ref: '#/components/schemas/Pet' };
const either = { $ref: '#/components/schemas/Either' };
const node = { $ref: '#/components/schemas/Node' };

const word = { $ref: '#/components/schemas/Word' };

/** Values of every kind. */
const inAndOutside = [
  ...[null, true, 5, 'a', 'abcde', [], [1], ['a'], ['abcde'], {}, { a: 'a' }, { a: 1 }, { b: 1 }, { c: 1 }],
  ...[{ a: 'a', b: 1 }, { a: null }, { a: {} }, { a: { a: 'a' } }, [[1]], [null]],
];

/** @type {readonly Example[]} */
export const examples = [
  // What conditions of references say of null.
  { schema: { type: ['boolean', 'null'], if: { type: 'string' }, else: pet }, values: [null, true] },
  {
    schema: { type: ['string', 'null'], if: { type: 'string' }, then: { minLength: 2 }, else: pet },
    values: [null, 'ab', 'a'],
  },
  {
    schema: { type: ['object', 'null'], properties: { a: {} }, if: { type: 'object' }, else: pet },
    values: [null, {}, { a: 1 }],
  },
  { schema: { type: ['object', 'null'], if: { type: 'object' }, else: pet }, values: [null, {}] },
  { schema: { type: ['array', 'null'], if: { $ref: '#/components/schemas/Unset' }, then: false }, values: [null, []] },
  { schema: { type: ['array', 'null'], not: { $ref: '#/components/schemas/Unset' } }, values: [null, []] },
  {
    schema: {
      properties: { a: { type: ['integer', 'null'], not: { anyOf: [{ $ref: '#/components/schemas/Unset' }] } } },
    },
    values: [{ a: null }, { a: 1 }, {}],
  },
  { schema: { items: { type: ['object', 'null'], if: pet, else: either } }, values: [[null], [{}], [{ a: 'a' }], [1]] },
  // What is required of values that are no objects.
  { schema: { allOf: [{ oneOf: [{ type: 'array' }] }], required: ['c'] }, values: [[], {}, { c: 1 }] },
  { schema: { oneOf: [{ type: 'array' }, { type: 'object' }], required: ['c'] }, values: [[], {}, { c: 1 }] },
  { schema: { anyOf: [{ minLength: 1 }, { enum: ['a', 1] }], required: ['c'] }, values: ['a', 2, {}, { c: 1 }] },
  { schema: { oneOf: [pet, { type: 'string' }], required: ['c'] }, values: ['a', { a: 'a' }, { a: 'a', c: 1 }] },
  { schema: { allOf: [{ type: 'string' }, { required: ['c'] }] }, values: ['a', {}, 1] },
  {
    schema: { allOf: [either, { type: ['object', 'integer'], required: ['c'] }] },
    values: [5, 'ab', { a: 'a' }, { a: 'a', c: 1 }],
  },
  {
    schema: { allOf: [either, { type: ['object', 'integer'], properties: { c: {} }, required: ['c'] }] },
    values: [5, 'ab', { a: 'a' }, { a: 'a', c: 1 }],
  },
  {
    schema: { ...either, type: ['object', 'integer'], required: ['c'] },
    values: [5, 'ab', { a: 'a' }, { a: 'a', c: 1 }],
  },
  // Closed objects, of which only the own properties count.
  {
    schema: { type: 'object', not: { ...node, properties: { c: {} }, additionalProperties: false } },
    values: [{}, { c: 1 }, { a: 1 }, { a: 'a' }, { d: 1 }],
  },
  {
    schema: { type: 'object', not: { ...node, properties: { c: {} }, unevaluatedProperties: false } },
    values: [{}, { c: 1 }, { a: 1 }, { a: 'a' }, { d: 1 }, { a: 1, c: 1 }],
  },
  // What is unevaluated beside one part of several types.
  {
    schema: {
      anyOf: [{ $ref: '#/components/schemas/Color', properties: { a: {} } }],
      maxItems: 2,
      unevaluatedItems: false,
    },
    values: [{}, 'a', [], { a: 1 }],
  },
  { schema: { oneOf: [{ minLength: 1 }], unevaluatedItems: { type: 'string' } }, values: ['a', 1, [], [1], ['a']] },
  { schema: { anyOf: [{ items: false, unevaluatedItems: { type: 'string' } }] }, values: ['a', {}, [], ['a'], [1]] },
  {
    schema: { anyOf: [{ additionalProperties: false, unevaluatedProperties: { type: 'string' } }] },
    values: ['a', {}, [], { a: 'a' }, { a: 1 }],
  },
  { schema: { anyOf: [{ unevaluatedItems: { type: 'string' } }] }, values: ['a', {}, [], ['a'], [1]] },
  // An object that declares nothing, closed beside a base.
  { schema: { allOf: [pet, { type: 'object', additionalProperties: false }] }, values: [{ a: 'a' }, {}] },
  {
    schema: { allOf: [{ $ref: '#/components/schemas/Map' }, { type: 'object', additionalProperties: false }] },
    values: [{ a: 1 }, {}],
  },
  {
    schema: {
      type: 'object',
      additionalProperties: false,
      anyOf: [{ $ref: '#/components/schemas/List' }],
    },
    values: [[], {}],
  },
  // Null of parts with conditions.
  { schema: { type: ['string', 'null'], not: { type: 'null' } }, values: [null, 'a'] },
  { schema: { oneOf: [{ type: ['string', 'null'], not: { const: null } }, { type: 'integer' }] }, values: [null, 'a'] },
  {
    schema: { oneOf: [{ type: ['string', 'null'], not: { type: 'null' } }, { type: ['integer', 'null'] }] },
    values: [null, 'a', 1],
  },
  {
    schema: {
      oneOf: [
        { $ref: '#/components/schemas/Unset' },
        { type: ['object', 'null'], required: ['a'], not: { required: ['b'] } },
      ],
    },
    values: [null, 'a', {}, { a: 1 }, { a: 1, b: 1 }],
  },
  {
    schema: { type: ['object', 'null'], anyOf: [{ required: ['a'] }, { not: { type: 'null' } }] },
    values: [null, {}, { a: 1 }],
  },
  {
    schema: { anyOf: [{ $ref: '#/components/schemas/Unset', if: { type: 'null' }, then: false }, { type: 'boolean' }] },
    values: [null, 'a', true],
  },
  {
    schema: { items: { anyOf: [{ enum: ['a', null], not: { const: null } }, { type: 'integer' }] } },
    values: [[null], ['a']],
  },
  // Integers are numbers.
  { schema: { type: ['number', 'string'], not: { type: 'integer' } }, values: [1, 1.5, 'a'] },
  { schema: { type: ['integer', 'string'], not: { type: 'number' } }, values: [1, 'a'] },
  // Contradictory types, and keywords of other types.
  { schema: { allOf: [{ type: 'string' }, { properties: { b: {} } }, { type: 'object' }] }, values: ['a', {}] },
  {
    schema: { type: 'object', allOf: [{ items: { type: 'boolean' } }], properties: { b: {} } },
    values: [{}, { b: 1 }, []],
  },
  {
    schema: { allOf: [{ type: 'string' }, { $ref: '#/components/schemas/Unset' }], required: ['c'] },
    values: ['a', null, {}, { c: 1 }],
  },
  // Options of other types than the whole, behind references and in parts.
  ...[
    { type: 'object', oneOf: [word, pet] },
    { type: 'object', oneOf: [either, { type: 'object', properties: { c: {} }, required: ['c'] }] },
    { type: 'object', anyOf: [{ allOf: [word] }, pet] },
    { type: 'object', anyOf: [{ anyOf: [word, { enum: ['a', 'b'] }] }, pet] },
    { type: ['object', 'string'], anyOf: [{ $ref: '#/components/schemas/Num' }, pet, word] },
    { type: 'string', oneOf: [pet, { $ref: '#/components/schemas/Color' }] },
    { allOf: [{ type: 'object' }, { oneOf: [word, pet] }] },
    { allOf: [either, { oneOf: [word, { type: 'array' }] }] },
    { properties: { a: { type: 'object', oneOf: [word, pet] } }, required: ['a'] },
    { items: { type: 'array', anyOf: [word, pet, { $ref: '#/components/schemas/List' }] } },
    { oneOf: [{ type: 'object', oneOf: [word, pet] }, { type: 'boolean' }] },
  ].map((schema) => ({ schema, values: inAndOutside })),
  // Null of a union whose options all or partly allow it, beside types with and without it.
  ...[
    { type: ['object', 'null'], anyOf: [{ type: 'object', properties: { a: { type: 'string' } } }, { type: 'null' }] },
    { type: ['object', 'null'], anyOf: [pet, { type: 'null' }] },
    { type: ['object', 'null'], anyOf: [pet, { properties: { b: {} } }, { type: 'null' }] },
    { type: ['object', 'null'], oneOf: [pet, { required: ['b'] }, { type: 'null' }] },
    { type: ['object', 'null'], anyOf: [{ type: 'null' }, { required: ['a'] }], properties: { a: {} } },
    { type: ['object', 'null'], anyOf: [{ type: 'null' }, { minProperties: 1 }] },
    { type: ['object', 'null'], anyOf: [pet, { $ref: '#/components/schemas/Unset' }] },
    { type: ['object', 'null'], oneOf: [{ $ref: '#/components/schemas/Unset' }, pet, { type: 'null' }] },
    { type: ['object', 'null'], anyOf: [pet, { enum: [null] }] },
    { type: ['object', 'null'], anyOf: [pet, { const: null }] },
    { type: ['object', 'null'], anyOf: [pet, { properties: { c: {} }, required: ['c'] }] },
    { type: ['object', 'null'], allOf: [{ anyOf: [pet, { type: 'null' }] }] },
    { type: ['object', 'null'], allOf: [{ anyOf: [pet, { type: 'null' }] }, { type: ['object', 'null'] }] },
    { type: 'object', anyOf: [pet, { type: 'null' }] },
    { type: ['string', 'null'], anyOf: [{ maxLength: 1 }, { type: 'null' }] },
    { type: ['string', 'null'], anyOf: [{ enum: ['a', 'b'] }, { type: 'null' }] },
    { type: ['array', 'null'], anyOf: [{ minItems: 1 }, { type: 'null' }] },
    { type: ['array', 'null'], items: word, oneOf: [{ minItems: 1 }, { type: 'null' }] },
    { anyOf: [{ type: ['object', 'null'], anyOf: [pet, { type: 'null' }] }, { type: 'boolean' }] },
  ].map((schema) => ({ schema, values: inAndOutside })),
  // A required property that a pattern describes, and not the type of other properties.
  ...[{}, { properties: { z: { type: 'string' } } }].map((more) => ({
    schema: {
      type: 'object',
      patternProperties: { '^a': { type: 'string' } },
      additionalProperties: { type: 'integer' },
      required: ['ab', 'b'],
      ...more,
    },
    values: [{ ab: 'x', b: 1 }, { ab: 1, b: 1 }, { ab: 'x', b: 'x' }, { b: 1 }, { ab: 'x' }],
  })),
];
