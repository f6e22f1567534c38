/** Examples of the reference come from the document; without any, they are derived from types. */
import { describe, expect, it, test } from 'vitest';
import type { JsonObject } from '../../document/index.js';
import type { GroupPage, SchemaPage } from '../docs/index.js';
import { document, files, page, reference, schema, text } from './testing/boxes.js';

const lid = {
  Alpha: { type: 'string', example: 'first' },
  Beta: { type: 'string', example: 'second' },
  Gamma: schema({ Delta: { type: 'string', example: 'deep' } }),
  Omega: { type: 'string', example: 'last' },
};

async function exampleOf(properties: Parameters<typeof document>[1], more = {}) {
  const one = document('1.9', properties);
  const { components } = one.root as unknown as { components: { schemas: Record<string, object> } };
  Object.assign(components.schemas['Lid'] ?? {}, more);
  return page<SchemaPage>(await files([one]), '1.9', 'schemas/Lid').example;
}

test('optional properties are shown if they have an example', async () => {
  expect(await exampleOf({ ...lid, Plain: text })).toEqual({ Alpha: 'first', Beta: 'second', Omega: 'last' });
});

test('x-lading-example-order decides which properties come before others, objects included', async () => {
  const many = Object.fromEntries(['A', 'B', 'C', 'D', 'E', 'F'].map((name) => [name, lid.Alpha]));
  const order = { 'x-lading-example-order': ['Gamma', 'F'] };
  const example = await exampleOf({ ...many, Gamma: lid.Gamma }, order);
  expect(example).toEqual({ A: 'first', B: 'first', C: 'first', F: 'first', Gamma: { Delta: 'deep' } });
});

test('x-additionalPropertiesName is the key that a map is shown with', async () => {
  const map = { type: 'object', additionalProperties: text, 'x-additionalPropertiesName': 'shelf' };
  expect(await exampleOf({ Places: map }, { required: ['Places'] })).toEqual({ Places: { shelf: 'example' } });
});

test('objects and arrays have as many entries as they must have, and different ones where they must', async () => {
  const unique = (items: JsonObject) => ({ type: 'array', items, minItems: 2, uniqueItems: true });
  const properties = {
    Any: { type: 'object', minProperties: 1 },
    Box: { ...schema({ Lid: text, Size: { type: 'integer', minimum: 3 }, Old: text }), minProperties: 2 },
    Flags: unique({ type: 'boolean' }),
    Map: { type: 'object', additionalProperties: text, minProperties: 2 },
    Numbers: unique({ type: 'integer', maximum: 0, multipleOf: 1.5 }),
    Texts: unique(text),
    Words: unique({ enum: ['a', 'b', 'c'] }),
  };
  expect(await exampleOf(properties, { required: Object.keys(properties) })).toEqual({
    Any: { key: {} },
    Box: { Lid: 'example', Size: 3 },
    Flags: [false, true],
    Map: { key: 'example', key2: 'example' },
    Numbers: [0, -3],
    Texts: ['example', 'example2'],
    Words: ['a', 'b'],
  });
});

test.each([
  [{ pattern: '^https://', minLength: 10 }, 'https://ee'],
  [{ pattern: 'b$', minLength: 3 }, 'eeb'],
  [{ format: 'duration' }, 'P1DT2H'],
  [{ format: 'json-pointer' }, '/example'],
])('a string of %j is shown', async (keywords, shown) => {
  expect(await exampleOf({ Word: { type: 'string', ...keywords } }, { required: ['Word'] })).toEqual({ Word: shown });
});

test('names of properties match their pattern', async () => {
  const map = { type: 'object', patternProperties: { '^x-[a-z]+$': text }, additionalProperties: false };
  const closed = { type: 'object', additionalProperties: false };
  const example = await exampleOf({ Places: map, None: closed }, { required: ['Places', 'None'] });
  expect(example).toEqual({ Places: { 'x-a': 'example' }, None: {} });
});

test('patterns whose quantifiers multiply are not spelled out', async () => {
  const pattern = '(((a{200}){200}){200})';
  expect(await exampleOf({ Word: { type: 'string', pattern } }, { required: ['Word'] })).toEqual({ Word: 'e' });
});

test.each([
  ['^(localhost)|^(?![-.])0{5}$', 'localhost'],
  ['^(?=.)x|[|)0]Z|y', '0Z'],
  [`^[a-z]{3}$|${'a'.repeat(400)}`, 'aaa'],
])('an alternative of the pattern %s is shown', async (pattern, shown) => {
  expect(await exampleOf({ Word: { type: 'string', pattern } }, { required: ['Word'] })).toEqual({ Word: shown });
});

test.each([
  ['example', { example: { Name: 'crate' } }],
  ['examples', { examples: { small: { value: { Name: 'crate' } }, large: { value: { Name: 'barrel' } } } }],
])('the %s of a media type is the body that is shown', async (_keyword, media) => {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Box' }, ...media } };
  const one = document('1.9', { A: text }, { responses: { '200': { description: 'It fits.', content } } });
  const [operation] = page<GroupPage>(await files([one]), '1.9', 'groups/box').operations;
  expect(operation?.examples.response.body).toEqual({ Name: 'crate' });
});

describe('the sample of an operation shows', () => {
  const lines = '{"Alpha":"first"}\n{"Alpha":"second"}';
  const stream = { schema: reference('Lid'), 'x-lading-stream': { kind: 'json-lines' } };
  const bytes = { schema: { type: 'string', format: 'binary' } };

  it.each([
    [
      'all values of a stream',
      { 'application/json': { ...stream, examples: { two: { value: lines } } } },
      { text: lines },
    ],
    ['one value of a stream', { 'application/json': { ...stream, example: { Alpha: 'a' } } }, { body: { Alpha: 'a' } }],
    ['bytes as their text', { 'application/x-frames': { ...bytes, example: 'ready\n' } }, { text: 'ready\n' }],
    ['no bytes without an example', { 'application/x-frames': bytes }, {}],
    [
      'the content that has an example',
      { 'application/x-frames': bytes, 'text/plain': { schema: text, example: 'ready' } },
      { mediaType: 'text/plain', text: 'ready' },
    ],
  ])('%s', async (_, content, shown) => {
    const [mediaType = ''] = Object.keys(content);
    const one = document('1.9', lid, { responses: { '200': { description: 'It fits.', content } } });
    const all = await files([one]);
    const { examples } = page<GroupPage>(all, '1.9', 'groups/box').operations[0] ?? {};
    expect(examples?.response).toEqual({ status: '200', mediaType, ...shown });
    const markdown = all.get('v1.9/docs/gen/groups/box.md');
    if ('text' in shown && shown.text.trim().includes('\n'))
      expect(markdown).toContain(`\n\`\`\`\n${shown.text}\n\`\`\`\n`);
  });
});
