/** Tests the TypeScript types of schemas: literals, tuples, intersections, discriminated unions. */
import { describe, expect, it } from 'vitest';
import { inlineType } from '../../code/index.js';
import { documentOf, type Json, type JsonObject } from '../../document/index.js';
import { normalize } from '../../normalize/index.js';
import { TypeNames } from '../types/names.js';
import { typeCode } from '../types/type-code.js';
import { emit } from '../../testing/emitter/index.js';

const schemas: JsonObject = {
  Cat: { properties: { kind: { type: 'string' } } },
  Dog: { properties: { kind: { const: 'Dog' } } },
};
const cat = { $ref: '#/components/schemas/Cat' };
const dog = { $ref: '#/components/schemas/Dog' };

/** Returns the type of the schema `Box`. @param others further schemas */
function codeOf(schema: Json, others: JsonObject = {}): string {
  const root = { openapi: '3.1.0', info: { title: 'Boxes', version: '1' }, paths: {} };
  const api = normalize(
    documentOf('api.yaml', { ...root, components: { schemas: { ...schemas, ...others, Box: schema } } }),
  );
  const box = api.schemas.find(({ name }) => name === 'Box');
  return box === undefined ? '' : inlineType(typeCode(box.type, new TypeNames(api, { scope: '@x' })));
}

const types: readonly (readonly [name: string, schema: Json, code: string])[] = [
  ['an enum of any values', { enum: [1, 'a', true, { x: [1, null] }] }, "1 | 'a' | true | { x: [1, null] }"],
  ['an empty object as a constant', { const: { a: {} } }, '{ a: { [key: string]: never } }'],
  [
    'a closed tuple',
    { prefixItems: [{ type: 'string' }, { type: ['integer', 'null'] }], items: false, minItems: 1 },
    '[string, (number | null)?]',
  ],
  ['a tuple with a maximum', { prefixItems: [{ type: 'string' }], minItems: 1, maxItems: 1 }, '[string]'],
  [
    'a tuple with further items',
    { prefixItems: [{ type: 'string' }], items: { type: ['string', 'null'] } },
    '[string?, ...(string | null)[]]',
  ],
  ['null', { type: 'null' }, 'null'],
  [
    'patterns of names',
    { patternProperties: { '^x': { type: 'string' }, '^y': { type: 'integer' } } },
    '{ [key: `x${string}`]: string; [key: `y${string}`]: number }',
  ],
  [
    'patterns of names that are neither prefixes nor suffixes',
    { patternProperties: { '^[a-c]+$': { type: 'string' } } },
    '{ [key: string]: string }',
  ],
  [
    'patterns of names to their end',
    { patternProperties: { '^.*-x$': { type: 'string' }, id$: { type: 'integer' }, '^y-.*$': { type: 'boolean' } } },
    '{ [key: `${string}-x`]: string; [key: `${string}id`]: number; [key: `y-${string}`]: boolean }',
  ],
  [
    'patterns of which one contains the other',
    { patternProperties: { '^x': { type: 'string' }, '^x-': { type: 'integer' } } },
    '{ [key: string]: string | number }',
  ],
  [
    'patterns of other names, too',
    { patternProperties: { x: { type: 'string' }, '^y$|z$': { type: 'string' }, '^.x$': { type: 'string' } } },
    '{ [key: string]: string }',
  ],
  ['a tuple with fewer items than it describes', { prefixItems: [{ type: 'string' }, {}], maxItems: 1 }, '[string?]'],
  ['equal options', { type: 'string', anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] }, 'string'],
];

describe('the type of a schema', () => {
  it.each(types)('%s', (_name, schema, code) => expect(codeOf(schema)).toBe(code));

  it('is an intersection if several types hold', () => {
    const code = codeOf({ allOf: [cat, { oneOf: [dog, { type: 'object', properties: { a: {} } }] }] });
    expect(code).toMatch(/^\S*Cat\S* & \(\S*Dog\S* \| \S*BoxOption2\S*\)$/);
  });

  it('is an object if some options are no objects', () => {
    const code = codeOf({ type: 'object', oneOf: [{ oneOf: [{ type: 'string' }, dog] }, cat] });
    expect(code).toMatch(/^\(\S*BoxOption1\S* \| \S*Cat\S*\) & object$/);
  });
});

const record = (kind: Json) => ({ type: 'object', properties: { kind } });
const options: readonly (readonly [option: Json, isNarrowed: boolean])[] = [
  [record({ type: 'string' }), true],
  [record({}), true],
  [record({ type: 'integer' }), false],
  [record({ enum: ['cat', 'dog', 'kitty'] }), true],
  [record({ enum: ['cat', 'kitty'] }), false],
  [record({ enum: ['cat', 'dog', 'cow'] }), false],
  [record({ anyOf: [{ type: 'string', enum: ['dog'] }, { type: 'string' }] }), true],
  [{ type: 'object', properties: { lives: { type: 'integer' } } }, true],
  [{ type: 'object', additionalProperties: { type: 'string' } }, false],
  [{ type: 'string' }, false],
  [{ oneOf: [cat, record({})] }, true],
  [{ oneOf: [cat, record({ enum: ['cat'] })] }, false],
  [{ allOf: [cat, { oneOf: [record({}), record({ type: 'string' })] }] }, true],
  [{ allOf: [cat, { oneOf: [cat, dog] }] }, false],
];

it.each(options)('the option %j of a union has the literals of its discriminator: %j', (option, isNarrowed) => {
  const mapping = { cat: 'Option', kitty: 'Option' };
  const reference = { $ref: '#/components/schemas/Option' };
  const box = { oneOf: [reference, dog], discriminator: { propertyName: 'kind', mapping } };
  expect(codeOf(box, { Option: option }).includes("{ kind: 'cat' | 'kitty' }")).toBe(isNarrowed);
});

describe('the type of a schema whose discriminator chooses the schemas that extend it', () => {
  const base = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const kind = { properties: { kind: { type: 'string' } }, required: ['kind'] };
  const extending = (name: string, properties: JsonObject) => ({ allOf: [base(name), { properties }] });

  /** Returns the declarations of the types of these schemas, without comments. */
  async function declarationsOf(all: Readonly<Record<string, JsonObject>>): Promise<string> {
    const root = { openapi: '3.1.0', info: { title: 'Zoo', version: '1' }, paths: {}, components: { schemas: all } };
    const files = await emit([root], ['types']);
    const text = [...files.values()].find((code) => code.includes('type Animal ='));
    return (text ?? '').replaceAll(/\s+/g, ' ');
  }

  it('is the union of these', async () => {
    const mapping = { cat: 'Cat', dog: 'Dog' };
    const text = await declarationsOf({
      Animal: { ...kind, discriminator: { propertyName: 'kind', mapping } },
      Cat: extending('Animal', { lives: { type: 'integer' } }),
      Dog: extending('Animal', { name: { type: 'string' } }),
    });
    expect(text).toContain('export type Animal = Cat | Dog;');
    expect(text).toContain("export interface Cat { kind: 'cat'; lives?: number; }");
  });

  it('has itself and further unions with their own properties', async () => {
    const mapping = { animal: 'Animal', pet: 'Pet', cat: 'Cat' };
    const text = await declarationsOf({
      Animal: { ...kind, discriminator: { propertyName: 'kind', mapping } },
      Pet: {
        ...extending('Animal', { owner: { type: 'string' } }),
        discriminator: { propertyName: 'kind', mapping: { pet: 'Pet', cat: 'Cat' } },
      },
      Cat: extending('Pet', { lives: { type: 'integer' } }),
    });
    expect(text).toContain("export type Animal = { kind: 'animal' } | { kind: 'pet'; owner?: string } | Cat;");
    expect(text).toContain("export interface Cat { kind: 'cat'; owner?: string; lives?: number; }");
  });
});

it('has the properties of all parts if one of them excludes every property', async () => {
  const closed = { type: 'object', required: ['size'], additionalProperties: false };
  const size = { type: 'object', properties: { size: { type: 'integer' } } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Boxes', version: '1.0' },
    paths: {},
    components: { schemas: { ...schemas, Box: { allOf: [cat, closed, size] } } },
  };
  const text = [...(await emit([document], ['types'])).values()].join('\n');
  expect(text).toContain('export interface Box {\n  kind?: string;\n  size: number;\n}');
});

it('describes bytes without words of one API', async () => {
  const get = (mediaType: string) => ({
    get: { responses: { 200: { description: 'A', content: { [mediaType]: {} } } } },
  });
  const document = {
    openapi: '3.1.0',
    info: { title: 'Boxes', version: '1.0' },
    paths: { '/a': get('application/octet-stream'), '/b': get('application/vnd.acme.raw-stream') },
  };
  const text = [...(await emit([document], ['types'])).values()].join('\n');
  expect(text).toContain('The response of {@link GetAOperation}. Binary data.');
  expect(text).toContain('The response of {@link GetBOperation}. Raw bytes: frames of stdout and stderr');
});

it('quotes a value without characters in the description of an enum', async () => {
  const Mode = { type: 'string', enum: ['', 'on'], 'x-enumDescriptions': { '': 'Not set.', on: 'Set.' } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Boxes', version: '1.0' },
    paths: {},
    components: { schemas: { Mode } },
  };
  const text = [...(await emit([document], ['types'])).values()].join('\n');
  expect(text).toContain(' * - `""`: Not set.\n * - `on`: Set.');
});

it('counts in English in the comments of limits', async () => {
  const properties = {
    name: { type: 'string', minLength: 1 },
    tags: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 1 },
    code: { type: 'string', minLength: 1, maxLength: 2 },
  };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Boxes', version: '1.0' },
    paths: {},
    components: { schemas: { Box: { type: 'object', properties } } },
  };
  const text = [...(await emit([document], ['types'])).values()].join('\n');
  expect(text.match(/(?:At least|Exactly|From) 1[^.]*/g)).toEqual([
    'At least 1 character',
    'Exactly 1 item',
    'From 1 to 2 characters',
  ]);
});

describe('the interface of a version that extends another', () => {
  const string = { type: 'string' };
  const int64 = { type: 'integer', format: 'int64' };
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const box = { Id: string, 'x-ray': string, Size: int64, Lid: reference('Lid'), Inner: reference('Box') };

  /** Returns the declarations of a module of the older version, without comments. */
  async function olderOf(newer: JsonObject, older: JsonObject, path = 'common'): Promise<string> {
    const documents = Object.entries({ '2.0': newer, '1.0': older }).map(([version, schemas]) => {
      return { openapi: '3.1.0', info: { title: 'Boxes', version }, paths: {}, components: { schemas } };
    });
    const text = (await emit(documents, ['types'], { scope: '@lading' })).get(`v1.0/types/gen/${path}.ts`) ?? '';
    return text
      .replaceAll(/\/\*\*[^]*?\*\/|^\/\/.*$/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
  }
  const Lid = { properties: { Color: string } };
  const newer = { Lid, Box: { properties: box } };

  it('states the properties that differ, and inherits the others', async () => {
    const { 'x-ray': _gone, ...rest } = box;
    const older = { Lid, Box: { properties: { ...rest, Size: string, New: string } } };
    // `Inner` is a box of its own version, although its text is equal.
    const declared = "extends Omit<BaseBox, 'x-ray' | 'Size' | 'Inner'> { Size?: string; Inner?: Box; New?: string; }";
    expect(await olderOf(newer, older)).toBe(
      `import type { Box as BaseBox } from '@lading/types-v2.0'; export interface Box ${declared}`,
    );
  });

  it('inherits what is exact from the exact interface', async () => {
    const older = { Lid, Box: { properties: { ...box, 'x-ray': int64 } } };
    expect(await olderOf(newer, older, 'exact/common')).toBe(
      "import type { Box as BaseBox } from '@lading/types-v2.0/exact'; " +
        "export interface Box extends Omit<BaseBox, 'x-ray' | 'Inner'> { 'x-ray'?: bigint; Inner?: Box; }",
    );
  });

  it.each<[string, JsonObject, JsonObject]>([
    [
      'has an index signature',
      { Lid, Box: { properties: box, additionalProperties: string } },
      { Lid, Box: { properties: { ...box, Id: int64 }, additionalProperties: string } },
    ],
    [
      'extends others',
      { Lid, Box: { allOf: [reference('Lid'), { properties: box }] } },
      { Lid, Box: { allOf: [reference('Lid'), { properties: { ...box, Id: int64 } }] } },
    ],
  ])('is whole if it %s', async (_, before, after) => {
    expect(await olderOf(before, after)).not.toContain('Omit<');
  });
});
