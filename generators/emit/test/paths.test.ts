/** The `paths` module of a document, compared with the output of openapi-typescript. */
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import { describe, expect, test } from 'vitest';
import type { Json } from '../../document/index.js';
import { emit } from '../../testing/emitter/index.js';

async function pathsOf(components: Json, response: Json = { description: 'None' }): Promise<string | undefined> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1.0' },
    paths: { '/pets': { get: { responses: { 200: response } } } },
    components,
  };
  return (await emit([document], ['types'], { scope: '@lading' })).get('v1.0/types/gen/paths.ts');
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
const name = { name: 'name', in: 'path', required: true, schema: { type: 'string' }, example: 'Rex' };
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
          name,
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
        parameters: [name],
        requestBody: { required: true, description: 'The pet', ...media({ oneOf: [pet, { type: 'null' }] }) },
        responses: { 204: { description: 'Stored' } },
      },
      post: {
        operationId: 'putPhoto',
        parameters: [name],
        requestBody: { content: { 'image/png': { schema: { type: 'string', format: 'binary' }, example: { a: 1 } } } },
        responses: { 204: { description: 'Stored' } },
      },
    },
  },
  webhooks: { born: { post: { operationId: 'born', responses: { 200: { description: 'Heard' } } } } },
  components: { schemas: { Pet: { type: 'object', properties: { name: { type: 'string' } } } } },
};

test('the code is that of openapi-typescript, with references to the named types', async () => {
  const files = await emit([comparable], ['types']);
  const ours = [...files].find(([path]) => path.endsWith('/paths.ts'))?.[1] ?? '';
  const document = structuredClone(comparable) as unknown as OpenAPI3;
  const theirs = astToString(await openapiTypescript(document, { alphabetize: false, silent: true }));
  const isComparable = (line: string) => !/^import|^ *Pet: types\.Pet;$/.test(line) && !/^(\/\/.*)?$/.test(line.trim());
  const lines = (text: string) => text.split('\n').filter(isComparable);
  const expected = theirs
    .replace(/^( {4})+/gm, (indent) => ' '.repeat(indent.length / 2))
    .replace(/^ *Pet: \{[^}]*\};\n/m, '')
    .replaceAll('components["schemas"]["Pet"]', 'types.Pet');
  expect(lines(ours)).toEqual(lines(expected));
});

test.each<{ title: string; schema: Json; code: string }>([
  { title: 'tuple', schema: { type: 'array', prefixItems: [pet, pet], items: false, minItems: 1 }, code: '[P, P?]' },
  { title: 'open object', schema: { type: 'object' }, code: '{ [key: string]: unknown }' },
])('an $title, which openapi-typescript does not keep', async ({ schema, code }) => {
  const text = await pathsOf({ schemas: { Pet: { type: 'object' } } }, { description: 'It', ...media(schema) });
  expect(text?.replaceAll('types.Pet', 'P')).toContain(`"application/json": ${code};`);
});

describe('a version that extends another one', () => {
  const operation = (operationId: string, response: object, summary = 'Read') => ({
    operationId,
    summary,
    responses: { 200: { description: 'It', ...response } },
  });
  const nothing = { description: 'None' };
  const toy = { $ref: '#/components/schemas/Toy' };
  const schemas = (name: Json) => ({
    Pet: { type: 'object', properties: { name } },
    Toy: { type: 'object', properties: { size: { type: 'integer' } } },
  });
  const newer = {
    paths: {
      '/pets': { get: operation('listPets', media({ type: 'array', items: pet })) },
      '/toys': { get: operation('listToys', media(toy)), delete: operation('dropToys', nothing) },
      '/food': { get: operation('listFood', nothing), delete: operation('dropFood', nothing) },
      '/cats': { get: operation('listCats', nothing) },
    },
    webhooks: { born: { post: operation('born', media(toy)) } },
    components: { schemas: schemas({ type: 'string' }) },
  };
  const older = {
    ...newer,
    paths: {
      ...newer.paths,
      '/food': { ...newer.paths['/food'], get: operation('listFood', nothing, 'Read all') },
      '/cats': { get: operation('listCats', media({ type: 'string' })) },
    },
    components: { schemas: schemas({ type: 'integer' }) },
  };

  const pathsByVersion = async (contents: Readonly<Record<string, object>>) => {
    const documents = Object.entries(contents).map(([version, content]) => {
      return { openapi: '3.1.0', info: { title: 'Pets', version }, ...content };
    });
    const files = await emit(documents, ['types'], { scope: '@lading' });
    return (version: string) => files.get(`v${version}/types/gen/paths.ts`) ?? '';
  };
  const members = (text: string) =>
    [...text.matchAll(/^ {2}(\S+): base\.(.*);$/gm)].map(([, name, from]) => [name, from]);

  test('takes members whose types and comments are equal, and declares what differs of others', async () => {
    const text = (await pathsByVersion({ '2.0': newer, '1.0': older }))('1.0');
    expect(text).toContain(`import type * as base from '@lading/types-v2.0/paths';`);
    expect(members(text)).toEqual([
      ['"/toys"', 'paths["/toys"]'],
      ['born', 'webhooks["born"]'],
      ['listToys', 'operations["listToys"]'],
      ['dropToys', 'operations["dropToys"]'],
      // Its comment, which differs, stands in the path.
      ['listFood', 'operations["listFood"]'],
      ['dropFood', 'operations["dropFood"]'],
      ['born', 'operations["born"]'],
    ]);
    // Its code is that of the newer version, but `Pet` is another type.
    expect(text).toContain(`
  listPets: {
    parameters: base.operations["listPets"]["parameters"];
    requestBody?: never;
    responses: {
      /** @description It */
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          "application/json": types.Pet[];
        };
      };
    };
  };
`);
  });

  test('leaves the module of the other one as it is alone', async () => {
    const [alone, both] = [
      await pathsByVersion({ '2.0': newer }),
      await pathsByVersion({ '2.0': newer, '1.0': older }),
    ];
    expect(both('2.0')).toBe(alone('2.0'));
    expect(alone('2.0')).not.toContain('base');
  });

  test('refers to the nearest version alone', async () => {
    const text = (await pathsByVersion({ '2.0': newer, '1.0': older, '0.9': older }))('0.9');
    expect(text).toContain(`import type * as base from '@lading/types-v1.0/paths';`);
    expect(members(text)).toHaveLength(4 + 1 + 1 + 7);
    expect(text).not.toContain('v2.0');
  });

  test('declares everything if nothing is equal', async () => {
    const other = {
      ...newer,
      paths: { '/dogs': { get: operation('listDogs', nothing) } },
      webhooks: {},
      components: {},
    };
    expect((await pathsByVersion({ '2.0': newer, '1.0': other }))('1.0')).not.toContain('base');
  });
});
