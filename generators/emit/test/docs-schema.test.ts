/** What the page of a schema states besides its properties: constraints in English, types of other properties, discriminators. */
import { expect, it } from 'vitest';
import { documentOf, type JsonObject } from '../../document/index.js';
import { normalize } from '../../normalize/index.js';
import type { SchemaPage } from '../docs/index.js';
import { errorsPage } from '../docs/errors-page.js';
import { pageContextOf } from '../docs/pages.js';
import { createFormatter } from '../docs/markdown/formatter.js';
import { schemasText } from '../docs/markdown/render.js';
import { schemaPage, usesOf } from '../docs/schema-page.js';

/** Returns the page of the first schema. */
function pageOf(schemas: JsonObject): SchemaPage {
  const root = { openapi: '3.1.0', info: { title: 'Boxes', version: '1' }, paths: {}, components: { schemas } };
  const context = pageContextOf(normalize(documentOf('api.yaml', root)), { scope: '@lading' });
  const schema = context.api.schemas.find(({ name }) => name === Object.keys(schemas)[0]);
  if (schema === undefined) throw new Error('no schema');
  return schemaPage(schema, usesOf(context), context);
}

it.each([
  [{ type: 'string', minLength: 1, maxLength: 2 }, ['at least 1 character', 'at most 2 characters']],
  [{ type: 'string', minLength: 1, maxLength: 1 }, ['exactly 1 character']],
  [{ type: 'array', items: {}, minItems: 1, maxItems: 0 }, ['at least 1 item', 'at most 0 items']],
  [{ type: 'object', minProperties: 1, maxProperties: 2 }, ['at least 1 property', 'at most 2 properties']],
  [{ type: 'integer', minimum: 1 }, ['at least 1']],
  [{ type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 3 }, ['more than 1', 'less than 3']],
  [{ type: 'integer', multipleOf: 2 }, ['a multiple of 2']],
  [{ type: 'string', pattern: '^a' }, ['matches ^a']],
  [{ type: 'array', items: { type: 'integer', minimum: 1 }, uniqueItems: true }, ['no item twice', 'each at least 1']],
  [{ type: 'object', additionalProperties: { type: 'string', minLength: 1 } }, ['each at least 1 character']],
  [
    { type: 'array', items: {}, contains: { type: 'integer' }, maxContains: 2 },
    ['at least 1 and at most 2 of integer'],
  ],
  [{ allOf: [{ type: 'object', properties: { a: {} } }], unevaluatedProperties: false }, ['no other properties']],
  [{ allOf: [{ type: 'array', prefixItems: [{}] }], unevaluatedItems: false }, ['no other items']],
  [{ not: { type: 'string' } }, ['not string']],
  [{ type: 'string', not: { maxLength: 2 } }, ['not any value (at most 2 characters)']],
  [{ if: { type: 'string' }, then: { minLength: 1 } }, ['at least 1 character']],
  [
    { if: { type: 'string', maxLength: 2 }, then: { pattern: '^a' }, else: { type: ['boolean', 'null'] } },
    ['if string (at most 2 characters), then any value (matches ^a), otherwise boolean or null'],
  ],
  [{ if: { type: 'string' }, else: { $ref: '#/components/schemas/Box' } }, ['if not string, then Box']],
  [{ if: { type: 'array' }, then: { minItems: 1 } }, ['at least 1 item']],
  [
    { if: { type: 'array', items: { type: 'string' } }, then: { minItems: 1 } },
    ['if array, then any value (at least 1 item)'],
  ],
  [{ if: { type: 'object' }, then: { minProperties: 1 } }, ['at least 1 property']],
  [
    { if: { type: 'object', additionalProperties: { type: 'string' } }, then: { minProperties: 1 } },
    ['if object, then object (at least 1 property)'],
  ],
  [
    { if: { type: 'string', maxLength: 2 }, then: {}, else: false },
    ['if string (at most 2 characters), then any value, otherwise no value'],
  ],
  [{ not: { const: 'a' } }, ['not "a"']],
  [{ dependentRequired: { a: ['b'] } }, ['if object (requires a), then object (requires b)']],
  [{ if: { type: 'string' }, then: { not: { maxLength: 2 } } }, ['not any value (at most 2 characters)']],
  [{ type: 'object', properties: { a: {} }, additionalProperties: false }, ['no other properties']],
  [
    { allOf: [{ type: 'object', properties: { a: {} } }], unevaluatedProperties: { type: 'string' } },
    ['other properties: string'],
  ],
])('counts in English: %j', (schema, bounds) => {
  expect(pageOf({ Box: schema }).bounds).toEqual(bounds);
});

it('states the types of properties by pattern and of other properties, and the constraints of names', () => {
  const { bounds } = pageOf({
    Box: {
      type: 'object',
      properties: { id: { type: 'string' } },
      propertyNames: { maxLength: 10 },
      patternProperties: { '^x-': { type: 'integer', minimum: 2 }, '^y-': {} },
      additionalProperties: { $ref: '#/components/schemas/Lid' },
    },
    Lid: { type: 'string' },
  });
  expect(bounds).toEqual([
    'each name at most 10 characters',
    'names that match ^x-: integer (at least 2)',
    'names that match ^y-',
    'other properties: Lid',
  ]);
});

const lid = (kind: string) => ({ type: 'object', required: ['kind'], properties: { kind: { const: kind } } });
const discriminator = { propertyName: 'kind', mapping: { flat: '#/components/schemas/FlatLid' } };
const union = {
  oneOf: [{ $ref: '#/components/schemas/FlatLid' }, { $ref: '#/components/schemas/RoundLid' }],
  discriminator,
};
const lids = { FlatLid: lid('flat'), RoundLid: lid('RoundLid') };
const sentence = 'The property `kind` states the schema: `flat` for `FlatLid`, `RoundLid` for `RoundLid`.';

it('shows a title beside a description, unless it spells the name', () => {
  const about = (title: string) => pageOf({ FlatLid: { type: 'string', title, description: 'Closes it.' } }).about;
  expect([about('A cover'), about('Flat lid'), about('Closes it')]).toEqual([
    'A cover.\n\nCloses it.',
    'Closes it.',
    'Closes it.',
  ]);
});

it('states the values of a discriminator', () => {
  const { rules, discriminator: stated } = pageOf({ Lid: union, ...lids });
  expect(rules).toEqual([sentence]);
  const link = expect.stringMatching(/^schemas\/\w*FlatLid$/);
  expect(stated).toMatchObject({ property: 'kind', values: [{ value: 'flat', link }, { value: 'RoundLid' }] });
});

const plainText = ({ type }: SchemaPage) => type.map((part) => (typeof part === 'string' ? part : part.text)).join('');

it('says of which schemas a value is one, and how many items of a type an array has', () => {
  expect(plainText(pageOf({ Lid: union, ...lids }))).toBe('one of FlatLid, RoundLid');
  const texts = { oneOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] };
  expect(plainText(pageOf({ Box: texts }))).toBe('one of (array of string), string');
  const contains = { type: 'array', items: {}, contains: { type: 'string' }, minContains: 2, maxContains: 2 };
  expect(pageOf({ Box: contains }).bounds).toEqual(['exactly 2 of string']);
});

it('lists the properties in Markdown below the schema that they come from', () => {
  const base = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } };
  const box = { allOf: [{ $ref: '#/components/schemas/Base' }, { type: 'object', properties: { c: {} } }] };
  const page = pageOf({ Box: box, Base: base });
  const text = schemasText({ title: 'Boxes', pages: [page], elsewhere: [] }, createFormatter(String, '1'));
  expect(text.replace(/<a [^>]*><\/a>/g, '').match(/^(?:From|Own properties|- `).*/gm)).toEqual([
    'From [Base](schemas/Base):',
    '- `a`, string.',
    '- `b`, string.',
    'Own properties:',
    '- `c`, any value.',
  ]);
});

it('shows the messages of examples on the page of errors', () => {
  const content = (examples: JsonObject) => ({ 'application/json': { schema: {}, ...examples } });
  const several = { a: { value: { detail: 'No room.' } }, b: { value: { error: { message: 'No `box`.' } } } };
  const responses = {
    404: { description: 'There is none.', content: content({ example: { message: 'no box: 7' } }) },
    409: { description: '', content: content({ examples: several }) },
    500: { description: 'Broken.', content: content({ example: { code: 3 } }) },
  };
  const root = { openapi: '3.1.0', info: { title: 'Boxes', version: '1' }, paths: { '/box': { get: { responses } } } };
  const { sections } = errorsPage(pageContextOf(normalize(documentOf('api.yaml', root)), { scope: '@lading' }));
  expect(sections.map(({ table }) => table?.rows[0]?.[1])).toEqual([
    [{ markdown: 'There is none. Message: `no box: 7`.' }],
    [{ markdown: 'Messages: `No room.`, `` No `box`. ``.' }],
    [{ markdown: 'Broken.' }],
  ]);
});
