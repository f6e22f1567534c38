/** Doc comments and pages state a rule with its condition, and state it once. */
import { expect, it } from 'vitest';
import type { ArticlePage, SchemaPage } from '../docs/index.js';
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
