/** Doc comments and pages state a rule with its condition, and state it once. */
import { expect, it } from 'vitest';
import type { ArticlePage, SchemaPage } from '../docs/index.js';
import type { Change, ConversionRule } from '../../ir/index.js';
import { concerns } from '../docs/rule-text.js';
import { document, packageFiles, page, schema, text } from './testing/boxes.js';

const rules = [
  { kind: 'not-when', fields: ['Dns', 'Mode'], value: 'host', sentence: 'Name servers come with the network.' },
  { kind: 'excludes', fields: ['Dns', 'Search'], sentence: 'Each replaces the other.' },
];
const stated = [
  '`Dns` must not be given when `Mode` is `host`. Name servers come with the network.',
  '`Dns` and `Search` must not be given together. Each replaces the other.',
];
/** An inline schema: a separate schema in the types and on the pages, and a property of the schema that contains it. */
const network = schema({ Dns: text, Mode: text, Search: text }, { 'x-lading-rules': rules });
const generated = () => packageFiles([document('1.9', { Network: network })]);

it('in the doc comment of a type, and not again at the property that refers to it', async () => {
  const types = [...(await generated())].filter(([path]) => path.startsWith('v1.9/types/gen/') && path.endsWith('.ts'));
  const comments = types.map(([, content]) => content.replace(/\s*\n \* {3}(?=\S)/g, ' ')).join('');
  expect(comments).toContain(` * - ${stated.join('\n * - ')}\n`);
  for (const sentence of stated) expect(comments.split(sentence)).toHaveLength(2);
});

it('on the page of a schema, and not again at the property that refers to it', async () => {
  const all = await generated();
  expect(page<SchemaPage>(all, '1.9', 'schemas/LidNetwork').rules).toEqual(stated);
  expect(page<SchemaPage>(all, '1.9', 'schemas/Lid').fields.map((field) => field.rules)).toEqual([[]]);
});

it('on the page of limits, a row for each', async () => {
  const { sections } = page<ArticlePage>(await generated(), '1.9', 'limits');
  const rows = sections.flatMap(({ table }) => table?.rows ?? []);
  expect(rows.map(([, bound]) => bound).slice(-2)).toEqual(stated.map((markdown) => [{ markdown }]));
  for (const sentence of stated) expect(JSON.stringify(sections).split(sentence)).toHaveLength(2);
});

it.each<[Partial<ConversionRule['at']>, string, boolean]>([
  [{ in: 'schema', schema: 'Lid', path: '' }, 'Lid', true],
  [{ in: 'schema', schema: 'Lid', path: '' }, 'Lid.Color', true],
  [{ in: 'schema', schema: 'Lid', path: 'Color.Name' }, 'Lid.Color', true],
  [{ in: 'schema', schema: 'Lid', path: 'Size' }, 'Lid.Color', false],
  [{ in: 'schema', schema: 'Box', path: '' }, 'Lid.Color', false],
  [{ in: 'body', path: 'Lid.Color' }, 'Lid.Color', true],
  [{ in: 'body', path: 'Lid.Size' }, 'Lid.Color', false],
  [{ in: 'query', name: 'all' }, 'BoxPut query all', true],
  [{ in: 'query', name: 'all' }, 'BoxPut query some', false],
  [{ in: 'query', name: 'all' }, 'BoxGet query all', false],
  [{ in: 'header', name: 'X-Key' }, 'BoxPut header X-Key', true],
  [{ in: 'header', name: 'X-Key' }, 'BoxPut header X-Lid', false],
  [{ in: 'operation' }, 'BoxPut', true],
  [{ in: 'operation' }, 'BoxGet', false],
  [{ in: 'only' }, 'BoxPut', false],
  [{ in: 'paths' }, 'BoxPut', false],
])('a rule at %j and a change of %s are about the same element: %s', (at, place, expected) => {
  const rule = (direction: ConversionRule['direction']) => ({
    at: Object.assign({ operations: ['BoxPut'] }, at) as ConversionRule['at'],
    direction,
  });
  const change = (direction: Change['direction']) => ({ place, operations: ['BoxPut'], direction });
  expect(concerns(rule('request.upgrade'), change('both'))).toBe(expected);
  expect(concerns(rule('request.upgrade'), change('request'))).toBe(expected);
  expect(concerns(rule('response.upgrade'), change('request'))).toBe(false);
});
