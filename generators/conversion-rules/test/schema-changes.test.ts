/**
 * For each part of a schema a change between two versions: what the comparison reports (kind, direction, for whom it is breaking), and
 * what the conversions do: they derive rules, ask for a decision, or pass the value on, because the receiver validates it or no message differs.
 */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../document/index.js';
import {
  effects,
  integer,
  json,
  object,
  operation,
  ref,
  request,
  response,
  string,
} from '../testing/change-effects.js';

const both = (older: JsonObject, newer: JsonObject): readonly (readonly [JsonObject, JsonObject])[] => [
  [request(older), request(newer)],
  [response(older), response(newer)],
];

type SchemaRow = readonly [name: string, older: JsonObject, newer: JsonObject, request: string, response: string];

const discriminated = (mapping: JsonObject): JsonObject => ({
  oneOf: [ref('Cat'), ref('Dog')],
  discriminator: { propertyName: 'kind', mapping },
});
const tuple = (...prefixItems: JsonObject[]): JsonObject => ({ type: 'array', prefixItems });
const schemaRows: readonly SchemaRow[] = [
  [
    'an added variant',
    ref('Cat'),
    { oneOf: [ref('Cat'), ref('Dog')] },
    'type request server; asks request.downgrade',
    'type response client; asks response.downgrade',
  ],
  [
    'an added variant beside any value',
    { anyOf: [{}, string] },
    { anyOf: [{}, string, ref('Cat')] },
    'type request server; passes',
    'type response client; passes',
  ],
  [
    'inline variants in another order',
    { anyOf: [object({ a: string }, 'a'), object({ b: string }, 'b')] },
    { anyOf: [object({ b: string }, 'b'), object({ a: string }, 'a')] },
    '; passes',
    '; passes',
  ],
  [
    'any value beside a nullable one',
    object({ a: { type: ['string', 'null'] } }, 'a'),
    object({ a: { anyOf: [string, {}] } }, 'a'),
    'type request server; asks request.downgrade',
    'type response client; asks response.downgrade',
  ],
  [
    'a removed variant',
    { oneOf: [ref('Cat'), string] },
    { oneOf: [ref('Cat')] },
    'type request client; asks request.upgrade',
    'type response server; asks response.upgrade',
  ],
  [
    'a property of one variant',
    { oneOf: [object({ a: string, kind: { const: 'a' } }, 'kind'), string] },
    { oneOf: [object({ a: string, b: string, kind: { const: 'a' } }, 'kind'), string] },
    'added request none; asks request.downgrade, derives request.upgrade',
    'added response none; derives response.downgrade',
  ],
  [
    'a property of one variant that another has too',
    { oneOf: [object({ kind: { const: 'a' } }), object({ kind: { const: 'b' }, n: string })] },
    { oneOf: [object({ kind: { const: 'a' }, n: string }), object({ kind: { const: 'b' }, n: string })] },
    'added request none; asks request.downgrade',
    'added response none; asks response.downgrade',
  ],
  [
    'a required property of one variant, beside a property of all',
    { ...object({ id: string }), oneOf: [ref('Cat'), object({ a: string, kind: { const: 'a' } }, 'kind')] },
    { ...object({ id: string }), oneOf: [ref('Cat'), object({ a: string, kind: { const: 'a' } }, 'a', 'kind')] },
    'required request client; asks request.upgrade',
    'required response server; asks response.upgrade',
  ],
  [
    'a property beside variants',
    { oneOf: [ref('Cat'), { oneOf: [ref('Dog'), object({ a: string }, 'a')] }] },
    { ...object({ b: string }), oneOf: [ref('Cat'), { oneOf: [ref('Dog'), object({ a: string }, 'a')] }] },
    'type request both; asks request.downgrade, derives request.upgrade',
    'type response both; derives response.downgrade',
  ],
  [
    'a required property of values beside fields',
    { ...object({ a: string }), additionalProperties: object({ b: string }) },
    { ...object({ a: string }), additionalProperties: object({ b: string, c: string }, 'c') },
    'added request client; asks request.downgrade request.upgrade',
    'added response server; asks response.downgrade response.upgrade',
  ],
  [
    'a property of values beside fields that is required from now on',
    { ...object({ a: string }), additionalProperties: object({ b: string }) },
    { ...object({ a: string }), additionalProperties: object({ b: string }, 'b') },
    'required request client; asks request.upgrade',
    'required response server; asks response.upgrade',
  ],
  [
    'the values of a map in an intersection',
    { allOf: [object({ a: string }), { type: 'object', additionalProperties: string }] },
    { allOf: [object({ a: string }), { type: 'object', additionalProperties: integer }] },
    'type request both; asks request.downgrade request.upgrade',
    'type response both; asks response.downgrade response.upgrade',
  ],
  [
    'the items of an intersection of arrays',
    {
      allOf: [
        { type: 'array', items: object({ a: string }) },
        { type: 'array', minItems: 1 },
      ],
    },
    {
      allOf: [
        { type: 'array', items: object({ a: string }, 'a') },
        { type: 'array', minItems: 1 },
      ],
    },
    'required request client; asks request.upgrade',
    'required response server; asks response.upgrade',
  ],
  [
    'a required property with a default',
    object({ a: string }),
    object({ a: string, b: { ...string, default: 'x' } }, 'b'),
    'added request none; asks request.downgrade, derives request.upgrade',
    'added response server; asks response.upgrade, derives response.downgrade',
  ],
  [
    'a property that is required from now on, with a default',
    object({ b: { ...string, default: 'x' } }),
    object({ b: { ...string, default: 'x' } }, 'b'),
    'required request none; derives request.upgrade',
    'required response server; asks response.upgrade',
  ],
  [
    'a property that is required no more, with a default',
    object({ b: { ...string, default: 'x' } }, 'b'),
    object({ b: { ...string, default: 'x' } }),
    'required request server; derives request.downgrade',
    'required response client; asks response.downgrade',
  ],
  [
    'a type of a variant',
    { oneOf: [string, { type: 'array', items: string }] },
    { oneOf: [string, { type: 'array', items: integer }] },
    'type request both; asks request.downgrade request.upgrade',
    'type response both; asks response.downgrade response.upgrade',
  ],
  [
    'values of a discriminator',
    discriminated({ cat: 'Cat' }),
    discriminated({ feline: 'Cat' }),
    'behaviour request both; asks request.downgrade request.upgrade',
    'behaviour response both; asks response.downgrade response.upgrade',
  ],
  [
    'a discriminator',
    { oneOf: [ref('Cat'), ref('Dog')] },
    discriminated({}),
    'behaviour request none; passes',
    'behaviour response none; passes',
  ],
  [
    'an item of a tuple',
    tuple(string, integer),
    tuple(string, string),
    'type request both; asks request.downgrade request.upgrade',
    'type response both; asks response.downgrade response.upgrade',
  ],
  [
    'a property of an item of a tuple',
    tuple(object({ a: string }), object({ b: string })),
    tuple(object({ a: string, b: string }), object({ b: string })),
    'added request none; asks request.downgrade',
    'added response none; asks response.downgrade',
  ],
  [
    'a pattern of properties',
    { type: 'object', patternProperties: { '^x': string } },
    { type: 'object', patternProperties: { '^x': integer } },
    'type request both; asks request.downgrade request.upgrade',
    'type response both; asks response.downgrade response.upgrade',
  ],
  [
    'additional properties',
    { ...object({ a: string }), additionalProperties: string },
    { ...object({ a: string }), additionalProperties: integer },
    'type request both; asks request.downgrade request.upgrade',
    'type response both; asks response.downgrade response.upgrade',
  ],
  [
    'no additional properties',
    object({ a: string }),
    { ...object({ a: string }), additionalProperties: false },
    'constraint request client; passes',
    'constraint response server; passes',
  ],
  [
    'values of a map',
    { type: 'object', additionalProperties: string },
    { type: 'object', additionalProperties: integer },
    'type request both; asks request.downgrade request.upgrade',
    'type response both; asks response.downgrade response.upgrade',
  ],
  [
    'any value',
    {},
    object({ a: string }),
    'type request client; asks request.upgrade',
    'type response server; asks response.upgrade',
  ],
  [
    'null among items',
    { type: 'array', items: { type: ['string', 'null'] } },
    { type: 'array', items: string },
    'nullable request client; asks request.upgrade',
    'nullable response server; derives response.upgrade',
  ],
  [
    'null of a required property',
    object({ a: { type: ['string', 'null'] } }, 'a'),
    object({ a: string }, 'a'),
    'nullable request client; asks request.upgrade',
    'nullable response server; asks response.upgrade',
  ],
  [
    'null of an optional property',
    object({ a: { type: ['string', 'null'] } }),
    object({ a: string }),
    'nullable request client; passes',
    'nullable response server; derives response.upgrade',
  ],
  [
    'a property',
    object({ a: string }),
    object({ a: string, b: string }),
    'added request none; asks request.downgrade, derives request.upgrade',
    'added response none; derives response.downgrade',
  ],
  [
    'a required property',
    object({ a: string }),
    object({ a: string, b: string }, 'b'),
    'added request client; asks request.downgrade request.upgrade',
    'added response server; asks response.upgrade, derives response.downgrade',
  ],
  [
    'an optional property',
    object({ a: string }, 'a'),
    object({ a: string }),
    'required request server; asks request.downgrade',
    'required response client; asks response.downgrade',
  ],
  [
    'a property of a part',
    { allOf: [ref('Cat'), object({ a: string })] },
    { allOf: [ref('Cat'), object({ b: string })] },
    'removed request both, added request none; asks request.downgrade, derives request.upgrade',
    'removed response client, added response none; derives response.downgrade response.upgrade',
  ],
  [
    'an enum value',
    { enum: ['a'] },
    { enum: ['a', 'b'] },
    'enum request server; asks request.downgrade',
    'enum response client; asks response.downgrade',
  ],
  [
    'a string that becomes an enum',
    string,
    { enum: ['a'] },
    'enum request client; asks request.upgrade',
    'enum response server; asks response.upgrade',
  ],
  [
    'a type',
    string,
    integer,
    'type request both; asks request.downgrade request.upgrade',
    'type response both; asks response.downgrade response.upgrade',
  ],
  [
    'a constraint',
    { type: 'string', maxLength: 3 },
    { type: 'string', maxLength: 2 },
    'constraint request client; passes',
    'constraint response server; passes',
  ],
  [
    'a pattern of a string',
    string,
    { type: 'string', pattern: '^a' },
    'constraint request client; passes',
    'constraint response server; passes',
  ],
  [
    'a format',
    string,
    { type: 'string', format: 'uuid' },
    'constraint request none; passes',
    'constraint response none; passes',
  ],
  [
    'a default',
    object({ a: string }),
    object({ a: { type: 'string', default: 'x' } }),
    'default request none; passes',
    'default response none; passes',
  ],
  [
    'unique items',
    { type: 'array', items: string },
    { type: 'array', items: string, uniqueItems: true },
    'constraint request client; passes',
    'constraint response server; passes',
  ],
  [
    'the names of properties',
    { type: 'object' },
    { type: 'object', propertyNames: { maxLength: 2 } },
    'constraint request client; passes',
    'constraint response server; passes',
  ],
  [
    'a property only in responses',
    object({ a: string, b: string }),
    object({ a: { type: 'string', readOnly: true }, b: string }),
    'removed request both; derives request.upgrade',
    '; passes',
  ],
  [
    'a property only in requests',
    object({ a: string, b: string }),
    object({ a: { type: 'string', writeOnly: true }, b: string }),
    '; passes',
    'removed response client; derives response.upgrade',
  ],
];
describe('a change of a schema', () => {
  it.each(schemaRows)('%s', (_name, older, newer, inRequest, inResponse) => {
    const found = both(older, newer).map(([one, other]) => effects(one, other));
    expect(found).toEqual([inRequest, inResponse]);
  });
});

describe('schemas that a discriminator chooses by inheritance', () => {
  const extending = (...properties: readonly JsonObject[]): JsonObject => ({
    allOf: [ref('Thing'), ...properties.map((some) => object(some))],
  });
  const things = (thing: JsonObject, a: JsonObject, b: JsonObject): JsonObject => ({
    components: {
      schemas: {
        Thing: {
          ...object({ kind: string, ...thing }, 'kind'),
          discriminator: { propertyName: 'kind', mapping: { a: 'A', b: 'B' } },
        },
        A: extending(a),
        B: extending(b),
      },
    },
  });
  const received = (others: JsonObject) => operation({ responses: { 200: json(ref('Thing')) } }, others);

  it.each<[name: string, older: JsonObject, newer: JsonObject, effect: string]>([
    [
      'a property of one',
      things({}, { x: string }, {}),
      things({}, { x: string, y: string }, {}),
      'added response none; derives response.downgrade',
    ],
    [
      'a property of one that another has, too',
      things({}, { x: string }, { y: string }),
      things({}, { x: string, y: string }, { y: string }),
      'added response none; asks response.downgrade',
    ],
    [
      'a type in one',
      things({}, { x: string }, {}),
      things({}, { x: integer }, {}),
      'type response both; asks response.downgrade response.upgrade',
    ],
    [
      'a property of all',
      things({}, { x: string }, {}),
      things({ n: string }, { x: string }, {}),
      'added response none; derives response.downgrade',
    ],
  ])('%s', (_name, older, newer, effect) => expect(effects(received(older), received(newer))).toBe(effect));
});

it('a required property in a body of two media types is asked for in both directions', () => {
  const sent = (schema: JsonObject) =>
    operation({
      requestBody: {
        required: true,
        content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
      },
    });
  expect(effects(sent(object({ a: string })), sent(object({ a: string, b: string }, 'b')))).toBe(
    'added request client; asks request.downgrade request.upgrade',
  );
});
