/** The `paths` module of a document, compared with the output of openapi-typescript. */
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { expect, test } from 'vitest';
import { types } from '../../generate/kinds/types.js';
import { filesOf, timelineOf } from '../../generate/pipeline/index.js';
import { documentOf, type Json } from '../../document/index.js';
import { alone, silent } from './testing/check-injection.js';

async function pathsOf(components: Json, response: Json = { description: 'None' }): Promise<string | undefined> {
  const document = documentOf('api.yaml', {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1.0' },
    paths: { '/pets': { get: { responses: { 200: response } } } },
    components,
  });
  const options = { naming: { scope: '@lading' }, kinds: [types], paths: true, workspace: true, head: () => [] };
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

const media = (schema: Json) => ({ content: { 'application/json': { schema } } });
const pet = { $ref: '#/components/schemas/Pet' };
const documented = { title: 'A title', summary: 'A summary', description: 'Two\nlines' };

/** Everything that both modules express with the same code. */
const comparable: Json = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1.0' },
  paths: {
    '/pets/{name}': {
      get: {
        ...documented,
        operationId: 'getPet',
        deprecated: true,
        parameters: [
          { name: 'name', in: 'path', required: true, schema: { type: 'string' }, example: 'Rex' },
          { name: 'X-Trace', in: 'header', schema: { type: 'integer' }, description: 'One line' },
          { name: 'all', in: 'query', schema: { type: 'boolean' } },
          { name: 'kinds[]', in: 'query', required: true, schema: { type: 'array', items: { type: 'string' } } },
          { name: 'session', in: 'cookie', required: true, schema: { type: ['number', 'null'] } },
          { name: 'filter', in: 'query', content: { 'application/json': { schema: { type: 'object' } } } },
        ],
        responses: {
          200: { description: 'The pet', ...media(pet), headers: { ETag: { schema: { type: 'string' } } } },
          '4XX': { description: '*/ ends no comment', ...media({ type: 'array', items: pet }) },
          default: { description: '' },
        },
      },
      put: {
        operationId: 'put-pet',
        requestBody: { required: true, description: 'The pet', ...media({ oneOf: [pet, { type: 'null' }] }) },
        responses: { 204: { description: 'Stored' } },
      },
      post: {
        operationId: 'putPhoto',
        requestBody: { content: { 'image/png': { schema: { type: 'string', format: 'binary' }, example: { a: 1 } } } },
        responses: { 204: { description: 'Stored' } },
      },
    },
  },
  webhooks: { born: { post: { operationId: 'born', responses: { 200: { description: 'Heard' } } } } },
  components: { schemas: { Pet: { type: 'object', properties: { name: { type: 'string' } } } } },
};

test('the code is that of openapi-typescript, with references to the named types', async () => {
  const options = { naming: { scope: '@lading' }, kinds: [types], paths: true, workspace: true, head: () => [] };
  const files = await filesOf(timelineOf(alone(documentOf('a.yaml', comparable)), silent), options, silent);
  const ours = files.find(({ path }) => path.endsWith('/paths.ts'))?.text ?? '';
  const document = structuredClone(comparable) as unknown as OpenAPI3;
  const theirs = astToString(await openapiTypescript(document, { alphabetize: false, silent: true }));
  const isComparable = (line: string) => !line.includes('types') && line.trim() !== '';
  const lines = (text: string) => text.split('\n').filter(isComparable);
  const expected = theirs
    .replace(/^( {4})+/gm, (indent) => ' '.repeat(indent.length / 2))
    .replace(/^ *Pet: \{[^}]*\};\n/m, '');
  expect(lines(ours)).toEqual(lines(expected));
});

test.each<{ title: string; schema: Json; code: string }>([
  { title: 'tuple', schema: { type: 'array', prefixItems: [pet, pet], items: false, minItems: 1 }, code: '[P, P?]' },
  { title: 'open object', schema: { type: 'object' }, code: '{ [key: string]: unknown }' },
])('an $title, which openapi-typescript does not keep', async ({ schema, code }) => {
  const text = await pathsOf({ schemas: { Pet: { type: 'object' } } }, { description: 'It', ...media(schema) });
  expect(text?.replaceAll('components["schemas"]["Pet"]', 'P')).toContain(`"application/json": ${code};`);
});
