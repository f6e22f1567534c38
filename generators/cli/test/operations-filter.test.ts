/** The selection of operations: what is generated of a document, and what it takes along. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { at, documentOf, type Json, type JsonObject, type OperationFilter } from '../../document/index.js';
import { filterOperations, versionsOf } from '../../overlay/index.js';
import { ladingIn } from './testing/lading-in.js';

const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const answers = (name: string) => ({
  responses: { 200: { description: '', content: { 'application/json': { schema: schema(name) } } } },
});

const document = {
  openapi: '3.2.0',
  info: { title: 'Zoo', version: '1.0' },
  tags: [{ name: 'land' }, { name: 'cats', parent: 'land' }, { name: 'fish' }],
  paths: {
    '/cats/{id}': {
      parameters: [{ $ref: '#/components/parameters/id' }],
      get: { operationId: 'getCat', tags: ['cats'], ...answers('Cat') },
      delete: { operationId: 'deleteCat', tags: ['cats'], deprecated: true, responses: { 204: { description: '' } } },
    },
    '/cats/{id}/toys/{toy}': { get: { operationId: 'getToy', tags: ['cats'], ...answers('Toy') } },
    '/fish': { $ref: '#/components/pathItems/fish' },
    '/animals': { get: { operationId: 'getAnimals', ...answers('Animal') } },
  },
  webhooks: { escaped: { post: { operationId: 'escaped', tags: ['fish'], responses: { 204: { description: '' } } } } },
  'x-webhooks': { born: { post: { operationId: 'born', requestBody: answers('Orphan').responses[200] } } },
  components: {
    parameters: {
      id: { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
      unused: { name: 'unused', in: 'query', schema: { type: 'string' } },
    },
    pathItems: {
      fish: {
        get: { operationId: 'listFish', tags: ['fish'], ...answers('Fish') },
        additionalOperations: { CATCH: { operationId: 'catchFish', tags: ['fish'], ...answers('Fish') } },
      },
    },
    schemas: {
      Cat: { type: 'object', properties: { friend: schema('Cat'), home: schema('Home') } },
      Home: { type: 'object', properties: { city: { type: 'string' } } },
      Toy: { type: 'object', properties: { name: { type: 'string' } } },
      Fish: { type: 'object', properties: { color: { type: 'string' } } },
      Animal: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { type: 'string' } },
        discriminator: { propertyName: 'kind', mapping: { bird: 'Bird' } },
      },
      Bird: { type: 'object', properties: { kind: { type: 'string' } } },
      Horse: { allOf: [schema('Animal'), { type: 'object', properties: { speed: { type: 'number' } } }] },
      Orphan: { type: 'object', properties: { id: { type: 'string' } } },
    },
  },
};

const version = versionsOf([documentOf('zoo.json', document as unknown as Json)], []);

/** The operation IDs, schemas, parameters and tags that are left. */
function filtered(filter: OperationFilter): readonly string[] {
  const [first] = filterOperations(version, filter);
  const root: JsonObject = first?.document.root ?? {};
  const ids = [...JSON.stringify([root['paths'], root['webhooks']]).matchAll(/"operationId":"(\w+)"/g)];
  const names = (...place: readonly string[]) => Object.keys(at(root, place) ?? {}).join(' ');
  return [
    ids.map(([, id]) => id).join(' '),
    names('components', 'schemas'),
    names('components', 'parameters'),
    (root['tags'] as unknown as readonly { readonly name: string }[]).map(({ name }) => name).join(' '),
  ];
}

const cat = ['getCat deleteCat getToy', 'Cat Home Toy', 'id', 'land cats'];

it.each<readonly [OperationFilter, readonly string[]]>([
  [{ include: { tags: ['cats'] } }, cat],
  [{ include: { paths: ['/cats/**'] } }, cat],
  [{ include: { paths: ['/cats/*'] } }, ['getCat deleteCat', 'Cat Home', 'id', 'land cats']],
  [{ include: { ids: ['*Toy'] } }, ['getToy', 'Toy', '', 'land cats']],
  [{ include: { ids: ['GET /cats/{id}'] } }, ['getCat', 'Cat Home', 'id', 'land cats']],
  [
    { include: { tags: ['cats'] }, exclude: { deprecated: true } },
    ['getCat getToy', 'Cat Home Toy', 'id', 'land cats'],
  ],
  [{ include: { tags: ['fish'] } }, ['listFish catchFish escaped', 'Fish', '', 'fish']],
  [{ include: { ids: ['CATCH /fish'] } }, ['catchFish', 'Fish', '', 'fish']],
  [{ exclude: { tags: ['cats', 'fish'] } }, ['getAnimals', 'Animal Bird Horse', '', '']],
])('%j', (filter, want) => {
  expect(filtered(filter)).toEqual(want);
});

it.each<readonly [OperationFilter, string]>([
  [
    { include: { tags: ['cat', 'fish'] } },
    'The pattern "cat" matches no operation of any version (operations/include/tags)',
  ],
  [
    { exclude: { ids: ['get.at'] } },
    'The pattern "get.at" matches no operation of any version (operations/exclude/ids)',
  ],
  [{ exclude: { paths: ['**'] } }, 'The filter leaves no operation (operations)'],
])('refuses %j', (filter, want) => {
  expect(() => filterOperations(version, filter)).toThrow(want);
});

describe('the command', () => {
  let folder = '';
  beforeAll(() => {
    folder = temporaryFolder();
    writeFileSync(join(folder, 'zoo.json'), JSON.stringify(document));
    const operations = { include: { tags: ['cats'] } };
    writeFileSync(join(folder, 'lading.config.json'), JSON.stringify({ documents: ['zoo.json'], operations }));
  });
  const modules = () =>
    readdirSync(join(folder, 'generated', 'v1.0', 'types', 'gen')).filter((name) => /^[a-z-]+\.ts$/.test(name));

  it('generates what the configuration selects, and the flags instead', async () => {
    expect(await ladingIn(folder, 'generate', '--quiet')).toMatchObject({ status: 0, stderr: '' });
    expect(modules()).toEqual(['cats.ts', 'index.ts', 'paths.ts']);
    expect(await ladingIn(folder, 'generate', '--quiet', '--include-tag', 'fish')).toMatchObject({ status: 0 });
    expect(modules()).toEqual(['fish.ts', 'index.ts', 'paths.ts']);
  });
});

describe('an overlay with conversion rules', () => {
  const rule = (difference: string, at: object) => ({
    target: '$.info',
    update: { 'x-changed': difference },
    'x-lading-difference': difference,
    'x-lading-conversion-rules': [
      { direction: 'request.upgrade', rule: 'refuse', at, status: 400, message: 'No.', description: 'It is refused.' },
    ],
  });
  const folder = temporaryFolder();

  /** Generates the cats of both versions, whose difference has these rules. @returns the exit code, and the errors */
  async function generated(...actions: readonly object[]): Promise<readonly [status: number, stderr: string]> {
    const overlay = {
      overlay: '1.0.0',
      info: { title: 'Zoo 0.9', version: '0.9' },
      extends: 'zoo.json',
      actions: [{ target: '$.info', update: { version: '0.9' } }, ...actions],
    };
    const config = {
      documents: ['zoo.json'],
      overlays: ['earlier.json'],
      operations: { include: { tags: ['cats'] } },
      emitters: ['types', 'conversion'],
    };
    const files = { 'zoo.json': document, 'earlier.json': overlay, 'lading.config.json': config };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(content));
    const { status, stderr } = await ladingIn(folder, 'generate', '--quiet');
    return [status, stderr];
  }

  it('has those of the selected operations', async () => {
    const rules = [
      rule('left-out', { operations: ['listFish'] }),
      rule('in-part', { operations: ['GetCat', 'GetAnimals'] }),
      rule('schema', { schema: 'Fish.color' }),
    ];
    expect(await generated(...rules)).toEqual([0, '']);
    const routes = readdirSync(join(folder, 'generated'), { recursive: true, encoding: 'utf8' });
    expect(routes).toContain('v0.9/conversion/gen/index.ts');
  });

  it('is refused if a rule names an operation that no document has', async () => {
    const [status, stderr] = await generated(rule('unknown', { operations: ['FeedCat'] }));
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining('OVERLAY_RULE: version 1.0 has no operation FeedCat'),
    ]);
  });
});
