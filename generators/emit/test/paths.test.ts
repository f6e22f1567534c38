/** The `paths` module of a document. */
import { expect, test } from 'vitest';
import { client } from '../../cli/kinds/client.js';
import { filesOf, timelineOf } from '../../cli/pipeline/index.js';
import { documentOf, type Json } from '../../document/index.js';
import { alone, silent } from './testing/check-injection.js';

async function pathsOf(components: Json, response: Json = { description: 'None' }): Promise<string | undefined> {
  const document = documentOf('api.yaml', {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1.0' },
    paths: { '/pets': { get: { responses: { 200: response } } } },
    components,
  });
  const options = { naming: { scope: '@lading' }, kinds: [client], paths: true, workspace: true, head: () => [] };
  const files = await filesOf(timelineOf(alone(document), silent), options, silent);
  return files.find(({ path }) => path.endsWith('/paths.ts'))?.text;
}

test.each([
  { title: 'no schemas', components: {}, imports: false },
  { title: 'a schema', components: { schemas: { Pet: { type: 'object' } } }, imports: true },
])('a document with $title: the types are imported = $imports', async ({ components, imports }) => {
  expect((await pathsOf(components))?.includes('import type * as types')).toBe(imports);
});

test('a reference within an example is data', async () => {
  const media = { schema: { type: 'object' }, example: { $ref: '#/components/examples/none' } };
  expect(await pathsOf({}, { description: 'Pets', content: { 'application/json': media } })).toContain('/pets');
});
