/** Values that are made from schemas: they fit where a random one would seldom do. */
import type { Schema } from '@lading/runtime-wire';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import {
  constrainedString,
  integer,
  intersectionOf,
  nullable,
  object,
  oneOf,
  optional,
  ref,
  required,
  string,
} from '@lading/runtime-wire/codegen';
import { alphabets, examplesOf, fits, randomOf, stringOf, valueOf } from '../src/index.js';

const seeds = Array.from({ length: 20 }, (_, seed) => randomOf(seed, 'values'));

describe('a string', () => {
  it('of a pattern without anchors is no longer than allowed', () => {
    for (const random of seeds) {
      const text = stringOf({ pattern: '[a-f0-9]{8}-[a-f0-9]{12}', maxLength: 21 }, random, alphabets.body);
      expect(text).toMatch(/^[a-f0-9]{8}-[a-f0-9]{12}$/);
    }
  });

  it.each(['^(?!aws:)[a-zA-Z+-=._:/]+$', '^(?=.{3,9}$)[a-z]+(?!\\))$', '\\b[0-9a-f]{8}\\b-\\b[a-f]{12}'])(
    'matches the assertions of %s',
    (pattern) => {
      for (const random of seeds)
        expect(stringOf({ pattern }, random, alphabets.body)).toMatch(new RegExp(pattern, 'u'));
    },
  );

  it('of the format duration is one', () => {
    for (const random of seeds) expect(stringOf({ format: 'duration' }, random, [])).toMatch(/^P\dDT1\dH$/);
  });
});

it('of the type null alone is null', () => {
  const schema = object({ error: required(nullable({ kind: 'never' })) });
  expect(seeds.map((random) => valueOf(schema, random))).toEqual(seeds.map(() => ({ error: null })));
});

it('a property of an option fits the other properties of the object beside it', () => {
  const string = { kind: 'string' } as const;
  const option = (name: string, schema: Schema): Schema => ({
    kind: 'object',
    fields: { [name]: { schema, required: false } },
  });
  const options = [option('flag', { kind: 'boolean' }), option('note', { kind: 'string', maxLength: 3 })];
  const union: Schema = { kind: 'union', options };
  const map: Schema = { kind: 'map', values: string };
  const object: Schema = { kind: 'object', fields: { own: { schema: string, required: true } }, rest: string };
  for (const beside of [map, object]) {
    const values = seeds.map(
      (random) => valueOf({ kind: 'intersection', parts: [beside, union] }, random) as Record<string, string>,
    );
    for (const value of values) {
      for (const each of Object.values(value)) expect(each).toBeTypeOf('string');
      expect([...(value['note'] ?? '')].length).toBeLessThan(4);
    }
    expect(values.some((value) => 'note' in value)).toBe(true);
  }
});

describe('a value of oneOf fits one option only', () => {
  const flag = { type: 'boolean' };
  const options = {
    'options of optional properties': [
      { type: 'object', properties: { id: { type: 'string' }, audio: flag, size: { type: 'integer' } } },
      { type: 'object', properties: { id: { type: 'string' }, publisher: { type: 'string' } } },
      { type: 'object', properties: { status: { enum: ['gone', 'lost'] } } },
    ],
    'enums that tell options apart, if they are present': [
      { type: 'object', properties: { type: { enum: ['ach', 'bank'] }, issuer: { type: 'string' } } },
      { type: 'object', properties: { type: { enum: ['card'] }, issuer: { type: 'string' } }, required: ['type'] },
      { type: 'object', properties: { type: { enum: ['dotpay', 'ideal'] }, issuer: { type: 'string' } } },
    ],
    'numbers that overlap': [
      { type: 'number', minimum: 0, maximum: 20 },
      { type: 'integer', minimum: 10, maximum: 60 },
    ],
    'strings that overlap': [
      { type: 'string', maxLength: 3 },
      { type: 'string', pattern: '^[a-z]+$' },
    ],
    'open objects and maps': [
      { type: 'object', properties: { a: flag }, additionalProperties: { type: 'string' } },
      { type: 'object', properties: { b: flag }, additionalProperties: false },
    ],
  };

  it.each(Object.entries(options))('%s', (_name, oneOf) => {
    const isValid = new Ajv2020({ strict: false }).compile({ oneOf });
    const union: Schema = { kind: 'union', options: oneOf.map(contractOf), exclusive: true };
    const values = seeds.map((random) => valueOf(union, random));
    expect(values.filter((value) => !isValid(value))).toEqual([]);
  });

  interface JsonSchema {
    readonly type?: string;
    readonly enum?: readonly string[];
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
    readonly additionalProperties?: JsonSchema | boolean;
  }

  /** The schema of a contract that means the same. */
  function contractOf({ type, properties = {}, required = [], additionalProperties, ...rest }: JsonSchema): Schema {
    if (rest.enum !== undefined) return { kind: 'enum', values: rest.enum, open: false };
    if (type !== 'object') return { kind: type, ...rest } as Schema;
    const fields = Object.entries(properties).map(
      ([name, schema]) => [name, { schema: contractOf(schema), required: required.includes(name) }] as const,
    );
    const closed = additionalProperties === false;
    const object = { kind: 'object', fields: Object.fromEntries(fields), closed } as const;
    return typeof additionalProperties === 'object' ? { ...object, rest: contractOf(additionalProperties) } : object;
  }
});

it('an object of a union has a property, since several options allow none', () => {
  const option = (name: string) =>
    ({ kind: 'object', fields: { [name]: { schema: { kind: 'boolean' }, required: false } } }) as const;
  const union = { kind: 'union', options: [option('a'), option('b')] } as const;
  for (const random of seeds) expect(Object.keys(valueOf(union, random) as object)).toHaveLength(1);
});

it.each([
  [{ minimum: -9223372036854776000, maximum: 9223372036854776000 }, -50, 50],
  [{ minimum: -1000, maximum: -900 }, -1000, -900],
  [{ minimum: 7 }, 7, 107],
  [{ maximum: -500 }, -600, -500],
])('an integer with the limits %j is from %i to %i', (limits, least, most) => {
  for (const random of seeds) {
    const value = valueOf({ kind: 'integer', ...limits }, random);
    expect(value).toBeGreaterThanOrEqual(least);
    expect(value).toBeLessThanOrEqual(most);
  }
});

it.each([
  ['^[a-z]+$', '^.{3,5}$', '[aeiou]'],
  // An IPv6 address, as YANG defines it.
  [
    '^((:|(0?|([1-9a-f][0-9a-f]{0,3}))):)((0?|([1-9a-f][0-9a-f]{0,3})):){0,6}(:|(0?|([1-9a-f][0-9a-f]{0,3})))$',
    '^((([^:]+:){7}([^:]+))|((([^:]+:)*[^:]+)?::(([^:]+:)*[^:]+)?))$',
  ],
])('a string of all parts matches each of their patterns: %s', (...patterns) => {
  const all = intersectionOf(patterns.map((pattern) => constrainedString({ pattern })));
  for (const random of seeds) expect(fits(valueOf(all, random), all)).toBe(true);
});

it('an object has what one option of oneOf requires, and nothing that others require', () => {
  const option = (name: string) => object({}, { required: [name] });
  const fields = { a: optional(integer()), b: optional(string), c: optional(integer()), d: optional(string) };
  const one = intersectionOf([object(fields), oneOf([option('a'), option('b'), option('c')])]);
  // Deep in a value, optional properties are absent.
  const deep = [...'abcdefgh'].reduce((inner: Schema, name) => object({ [name]: required(inner) }), one);
  for (const schema of [one, deep])
    for (const random of seeds) expect(fits(valueOf(schema, random), schema)).toBe(true);
});

it('an object of a union has its constants', () => {
  const field = (schema: Schema) => ({ schema, required: false });
  const option = (name: string): Schema => {
    const type = { kind: 'enum', values: [name], open: false } as const;
    return { kind: 'object', fields: { type: field(type), id: field({ kind: 'boolean' }) } };
  };
  const union = { kind: 'union', options: [option('a'), option('b')] } as const;
  for (const random of seeds) expect(valueOf(union, random)).toHaveProperty('type');
});

describe('an intersection', () => {
  const random = randomOf(1, 'values');
  const array = { kind: 'array', items: { kind: 'boolean' }, min: 1 } as const;
  const object = { kind: 'object', fields: { a: { schema: { kind: 'boolean' }, required: true } } } as const;
  it('with a union has those of its options that fit the rest', () => {
    const parts = [array, { kind: 'union', options: [object, array] }] as const;
    for (const each of seeds) expect(valueOf({ kind: 'intersection', parts }, each)).toBeInstanceOf(Array);
  });

  const oneOf = (...values: readonly (string | number)[]): Schema => ({ kind: 'enum', values, open: false });
  it.each<readonly [readonly Schema[], unknown]>([
    [[oneOf(1, 'a'), { kind: 'string' }], 'a'],
    [[oneOf(1, 'a'), { kind: 'number' }], 1],
    [[oneOf(1, 2), oneOf(2, 3)], 2],
    [
      [
        { kind: 'integer', minimum: 5 },
        { kind: 'number', maximum: 5 },
      ],
      5,
    ],
    [[object, { kind: 'string' }], undefined],
    [[object, array], undefined],
    [[object, oneOf('a')], undefined],
  ])('of %j has the value %j', (parts, value) => {
    for (const each of seeds) expect(valueOf({ kind: 'intersection', parts }, each)).toEqual(value);
  });

  it.each<readonly [string, Parameters<typeof valueOf>[0]]>([
    ['an array', array],
    ['another constant', { kind: 'enum', values: [1], open: false }],
  ])('of a string and %s has no value', (_title, other) => {
    expect(valueOf({ kind: 'intersection', parts: [{ kind: 'string' }, other] }, random)).toBeUndefined();
  });
});

describe('examples', () => {
  const named = { kind: 'object', fields: { name: { schema: { kind: 'string' }, required: true } } } as const;
  const list = { kind: 'array', items: { kind: 'ref', to: () => named }, min: 1 } as const;

  it('of properties are taken, wherever the schema is', () => {
    const examples = examplesOf([[named, { properties: { name: ['Ada', 7] } }]]);
    for (const random of seeds)
      for (const each of valueOf(list, random, { examples }) as object[]) expect(each).toEqual({ name: 'Ada' });
    const both = { kind: 'intersection', parts: [named, { kind: 'any' }] } as const;
    expect(valueOf(both, randomOf(1, ''), { examples })).toEqual({ name: 'Ada' });
  });

  it('of the whole value are copies', () => {
    const whole = [{ name: 'Ada', more: [1] }];
    const value = valueOf(named, randomOf(1, ''), { examples: examplesOf([[named, { whole }]]) });
    expect(value).toEqual(whole[0]);
    expect(value).not.toBe(whole[0]);
  });

  it('that do not fit are not taken', () => {
    const examples = examplesOf([[named, { whole: [{ name: 7 }] }]]);
    expect(valueOf(named, randomOf(1, ''), { examples })).toEqual({ name: expect.any(String) as string });
  });
});

it('an optional property that no value fits is absent, and of a union another option is taken', () => {
  const closed = object({ id: required(integer()) });
  const other = object({ name: required(integer()) });
  const never: Schema = { kind: 'intersection', parts: [{ ...closed, closed: true }, other] };
  const both: Schema = { kind: 'union', options: [never, never] };
  for (const random of seeds) {
    expect(valueOf(never, random)).toBeUndefined();
    expect(valueOf(object({ of: { schema: both, required: false } }), random)).toEqual({});
    expect(valueOf(object({ of: required(object({ of: required(both) })) }), random)).toBeUndefined();
  }
});

it('a string of a format that servers check fits only if it is one', () => {
  const fitting = { date: '2026-02-28', 'date-time': '2026-02-28T10:00:00.5+01:00', ipv4: '10.0.0.1', uri: 'a:b' };
  for (const [format, text] of Object.entries(fitting)) {
    const schema: Schema = { kind: 'string', format };
    expect([fits(text, schema), fits(`${text}é 1`, schema)]).toEqual([true, false]);
    for (const random of seeds) expect(fits(valueOf(schema, random), schema)).toBe(true);
  }
  expect(fits('2026-02-28T00:00:00Z', { kind: 'string', format: 'date' })).toBe(false);
});

it.each<[string, RegExp]>([
  ['url', /^(https:\/\/example\.com\/a\d+|a:a+)$/],
  ['iri', /^(https:\/\/example\.com\/a\d+|a:a+)$/],
  ['iri-reference', /^\/a+\d*$/],
  ['idn-email', /^a+\d*@(example\.com|b\.cd)$/],
  ['idn-hostname', /^a+\d*\.example\.com$|^a{1,50}(\.a{1,50})*$/],
  ['ip-address', /^\d{1,3}(\.\d{1,3}){3}$/],
  ['cidr', /^192\.0\.\d{1,3}\.0\/24$/],
  ['mac', /^02:42:ac:11:00:\d\d$/],
  ['base64', /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/],
  ['base64url', /^[\w-]+$/],
  ['base16', /^[\dA-F]{2}$/],
  ['base32', /^[A-Z2-7]{4}====$/],
  ['date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.0+)?Z$/],
])('a string of the format %s is one, of any size that it may have', (format, expression) => {
  for (const random of seeds) expect(stringOf({ format }, random, [])).toMatch(expression);
  const sizes = /^(cidr|mac|base16|base32|ip-address)$/.test(format) ? [] : [40, 60, 120];
  for (const size of sizes) {
    const text = stringOf({ format, minLength: size }, randomOf(1, format), ['!']);
    expect(text).toMatch(expression);
    expect(text.length).toBeGreaterThanOrEqual(size);
  }
});

it.each<[string, string, boolean]>([
  [String.raw`^[\w-.]+$`, 'a-b.c', true],
  [String.raw`^a\-b\#$`, 'a-b#', true],
  ['^a{,3}$', 'a{,3}', true],
  [String.raw`^\p{L}+$`, 'é', true],
  [String.raw`^\p{L}+$`, '1', false],
  [String.raw`\p{Print}`, 'anything', true],
  ['(', 'anything', true],
])('the pattern %s and %s: %s', (pattern, text, is) => {
  expect(fits(text, constrainedString({ pattern }))).toBe(is);
});

const one: Schema = { kind: 'enum', values: [{ a: [1, { b: null }] }, [2], 'c'], open: false };
it.each<[unknown, Schema, boolean]>([
  [{ a: [1, { b: null }] }, one, true],
  [{ a: [1, { b: 0 }] }, one, false],
  [{ a: [1] }, one, false],
  [{ a: [1, { b: null }], c: 1 }, one, false],
  [{ 0: 2 }, one, false],
  [[2], one, true],
  ['d', one, false],
  ['d', { ...one, open: true } as Schema, true],
  [1, { ...one, open: true } as Schema, false],
  [null, nullable(string), true],
  [1, nullable(string), false],
  ['a', { kind: 'bytes' }, true],
  [new Uint8Array(1), { kind: 'bytes' }, true],
  [new Blob([]), { kind: 'bytes' }, true],
  [1, { kind: 'bytes' }, false],
  [1, { kind: 'condition', if: integer(), then: { kind: 'never' } }, false],
  ['a', { kind: 'condition', if: integer(), then: { kind: 'never' } }, true],
  ['a', { kind: 'condition', if: integer(), else: { kind: 'never' } }, false],
  [1, ref(() => string), false],
  [1, oneOf([integer(), integer({ minimum: 2 })]), true],
  [2, oneOf([integer(), integer({ minimum: 2 })]), false],
  [{ a: 1 }, { kind: 'map', values: string }, false],
  [{ a: undefined }, { kind: 'map', values: string }, true],
  [new Date(0), object({}), false],
  [255, integer({ format: 'uint8' }), true],
  [256, integer({ format: 'uint8' }), false],
])('%j fits %j: %s', (value, schema, is) => expect(fits(value, schema)).toBe(is));

const flag: Schema = { kind: 'boolean' };
const ofType = (kind: 'object' | 'string', then: Schema): Schema => ({
  kind: 'condition',
  if: kind === 'string' ? string : ({ kind } as Schema),
  then,
});
it.each<[string, Schema, (value: unknown) => boolean]>([
  [
    'nullable parts',
    intersectionOf([nullable(object({ a: required(flag) })), nullable(object({ b: required(flag) }))]),
    (value) => value === null || Object.keys(value as object).length === 2,
  ],
  [
    'a part that is not nullable',
    intersectionOf([nullable(string), constrainedString({ maxLength: 3 })]),
    (value) => typeof value === 'string',
  ],
  [
    'parts that are intersections',
    intersectionOf([intersectionOf([ref(() => string)]), constrainedString({ minLength: 9 })]),
    (value) => String(value).length > 8,
  ],
  ['any parts', intersectionOf([{ kind: 'any' }, { kind: 'any' }]), (value) => value !== undefined],
  [
    'a condition of its type',
    intersectionOf([string, ofType('string', constrainedString({ minLength: 9 }))]),
    (value) => String(value).length > 8,
  ],
  [
    'a condition of another type',
    intersectionOf([integer(), ofType('string', constrainedString({ minLength: 9 }))]),
    Number.isInteger,
  ],
  [
    'a property that one part requires',
    intersectionOf([object({ a: optional(flag) }), object({ a: required(flag) })]),
    (value) => Object.hasOwn(value as object, 'a'),
  ],
  [
    'a property that another part requires',
    intersectionOf([object({ a: required(flag) }), object({ a: optional(flag) })]),
    (value) => Object.hasOwn(value as object, 'a'),
  ],
  [
    'a property of two schemas',
    intersectionOf([object({ a: required(string) }), object({ a: optional(constrainedString({ minLength: 9 })) })]),
    (value) => (value as { a: string }).a.length > 8,
  ],
])('a value of %s fits all of them', (_what, schema, isExpected) => {
  const values = seeds.map((random) => valueOf(schema, random));
  for (const value of values) expect([value]).toSatisfy(() => fits(value, schema) && isExpected(value));
});

it('the example of the README', () => {
  const pet = object({ id: required(integer()), tag: required(constrainedString({ pattern: '^[a-f]{8}$' })) });
  const value = valueOf(pet, randomOf(7, 'pets'));
  expect(fits(value, pet)).toBe(true);
  expect(valueOf(pet, randomOf(7, 'pets'))).toEqual(value);
  expect(fits({ ...(value as object), tag: 'x' }, pet)).toBe(false);
});

describe('examples of properties', () => {
  const [first, second, other] = [required(string), required(integer()), required(string)];
  const part = object({ a: first });

  it('belong to the fields of an object, of a nullable one, and of the parts of an intersection, whose first field counts', () => {
    const all = intersectionOf([part, nullable(ref(() => object({ a: second, b: other })))]);
    const examples = examplesOf([[nullable(all), { properties: { a: ['x'], b: ['y'], c: ['z'] } }]]);
    expect([...examples]).toEqual([
      [first, ['x']],
      [other, ['y']],
    ]);
    expect(examples.get(second)).toBeUndefined();
  });

  it('are none of another schema', () => {
    expect(examplesOf([[string, { properties: { a: ['x'] } }]]).size).toBe(0);
  });
});

const text: Schema = { kind: 'string' };
const whole: Schema = { kind: 'integer' };
const any: Schema = { kind: 'any' };
const array = (options: object): Schema => ({ kind: 'array', items: any, ...options }) as Schema;

it.each<[string, Schema]>([
  ['one item', array({ contains: { schema: whole } })],
  ['some items, of which others are alike', array({ contains: { schema: whole, min: 2, max: 3 }, max: 3 })],
  ['no item', array({ items: whole, contains: { schema: { ...whole, minimum: 0 }, min: 0, max: 0 } })],
  ['items in a tuple', array({ prefix: [any, any], items: { kind: 'never' }, contains: { schema: text, min: 2 } })],
  ['different items', array({ unique: true, contains: { schema: { ...whole, minimum: 3 }, min: 3 } })],
])('an array contains %s', (_name, schema) => {
  for (const random of seeds) expect([valueOf(schema, random)]).toSatisfy(([value]) => fits(value, schema));
});

it.each<[string, Schema]>([
  ['a map', { kind: 'map', values: text, required: ['a', 'b'] }],
  ['an object', { kind: 'object', fields: {}, rest: whole, required: ['valueOf'] }],
  [
    'an object with patterns',
    { kind: 'object', fields: {}, patterns: [['^x-', whole]], rest: text, required: ['x-a', 'b'] },
  ],
  [
    'an intersection',
    intersectionOf([object({ a: { schema: text, required: false } }), { kind: 'map', values: any, required: ['b'] }]),
  ],
])('%s has the properties that are required and not declared', (_name, schema) => {
  for (const random of seeds) expect([valueOf(schema, random)]).toSatisfy(([value]) => fits(value, schema));
});

it('a map has no more properties than it may have', () => {
  const schema: Schema = { kind: 'map', values: text, maxProperties: 1 };
  for (const random of seeds) expect([valueOf(schema, random)]).toSatisfy(([value]) => fits(value, schema));
});

it('the values of a seed stay the same, in each place of a message', async () => {
  const optional = (schema: Schema) => ({ schema, required: false });
  const tree: Schema = object({ left: optional(ref(() => tree)), right: optional(nullable(ref(() => tree))) });
  const list: Schema = {
    kind: 'union',
    options: [whole, array({ items: ref(() => list), min: 2 }), array({ items: any })],
  };
  const named = (name: string, more: Schema) =>
    object({ kind: required({ kind: 'enum', values: [name], open: false }), more: optional(more) });
  const options = [named('a', text), named('b', whole)];
  const every: Readonly<Record<string, Schema>> = {
    any,
    tree,
    bytes: { kind: 'bytes' },
    tagged: { kind: 'union', options, discriminator: { property: 'kind', options: { a: 0, b: 1 } } },
    oneOf: { kind: 'union', options: [...options, array({ items: tree })], exclusive: true },
    open: { kind: 'object', fields: {}, patterns: [['^x-[a-c]$', whole]], rest: text, minProperties: 2 },
    closed: {
      kind: 'object',
      fields: {},
      patterns: [['^y[a-z]$', text]],
      closed: true,
      rest: { kind: 'never' },
    } as Schema,
    map: {
      kind: 'map',
      values: { kind: 'boolean' },
      keys: { kind: 'string', pattern: '^k[0-9]$' },
      maxProperties: 2,
    } as Schema,
    limited: {
      ...object(Object.fromEntries([...'abcdef'].map((name) => [name, optional(any)]))),
      maxProperties: 2,
    } as Schema,
    list,
    tuple: array({ prefix: [text, whole], items: { kind: 'boolean' }, min: 3, max: 4 }),
    set: array({ items: { kind: 'integer', minimum: 1, maximum: 4 }, unique: true, min: 3 }),
    number: { kind: 'number', multipleOf: 0.25, exclusiveMinimum: 1, exclusiveMaximum: 3 },
    text: { kind: 'string', minLength: 2, maxLength: 5 },
    condition: { kind: 'condition', if: any, then: whole } as Schema,
  };
  const places = ['body', 'url', 'form', 'header'] as const;
  const lines = Object.entries(every).flatMap(([name, schema]) =>
    places.map((place) => {
      const values = [1, 2, 3, 4].map((seed) => valueOf(schema, randomOf(seed, name), { place }));
      return `${name} in ${place}: ${JSON.stringify(values)}`;
    }),
  );
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('values.txt');
});
