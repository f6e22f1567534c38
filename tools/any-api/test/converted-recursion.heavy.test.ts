/** Values of recursive schemas are converted at any depth between clients and servers of two versions, in both directions. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPair } from '../checks/start.mjs';
import { convertedEmitters, generatedIn } from '../workspace/generated.mjs';

const documentOf = (version: string, tree: object, twig: object) => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const json = (name: string) => ({ content: { 'application/json': { schema: ref(name) } } });
  const inner = {
    list: { type: 'array', items: ref('Tree') },
    map: { type: 'object', additionalProperties: ref('Tree') },
    nest: ref('Nest'),
  };
  const put = {
    operationId: 'putTree',
    tags: ['trees'],
    requestBody: { required: true, ...json('Tree') },
    responses: { 200: { description: 'Done.', ...json('Twig') } },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Trees', version },
    servers: [{ url: `/v${version}` }],
    tags: [{ name: 'trees' }],
    paths: { '/tree': { put } },
    components: {
      schemas: {
        Tree: { type: 'object', properties: { ...tree, name: { type: 'string' }, ...inner } },
        Nest: { type: 'object', properties: { tree: ref('Tree'), nests: { type: 'array', items: ref('Nest') } } },
        Twig: {
          type: 'object',
          properties: { ...twig, name: { type: 'string' }, twigs: { type: 'array', items: ref('Twig') } },
        },
      },
    },
  };
};
const text = { type: 'string' };
const work = mkdtempSync(join(tmpdir(), 'lading-recursion-'));
const workspace = join(work, 'generated');

beforeAll(async () => {
  const documents = ['older.json', 'newer.json'].map((name) => join(work, name));
  const both = [documentOf('1.0', { color: text }, { bark: text }), documentOf('2.0', {}, { leaf: text })];
  for (const [at, path] of documents.entries()) writeFileSync(path, JSON.stringify(both[at]));
  await generatedIn(workspace, documents, { emitters: convertedEmitters });
});

afterAll(() => {
  rmSync(work, { recursive: true });
});

type Tree = Readonly<Record<string, unknown>>;

/** Returns a tree with these properties at every depth. */
function treeOf(own: Tree, depth: number): Tree {
  if (depth === 0) return own;
  const inner = treeOf(own, depth - 1);
  return { ...own, list: [inner, own], map: { a: inner }, nest: { nests: [{ tree: inner, nests: [{ tree: own }] }] } };
}

function twigOf(own: Tree, depth: number): Tree {
  return depth === 0 ? own : { ...own, twigs: [own, twigOf(own, depth - 1)] };
}

it.each([
  ['olderClients', '1.0', '2.0', { color: 'red', name: 'n' }, { leaf: 'green', name: 'n' }],
  ['newerClients', '2.0', '1.0', { name: 'n' }, { bark: 'brown', name: 'n' }],
] as const)('%s', async (clients, client, server, own, responded) => {
  const started = await startPair(workspace, { client, server, conversion: '1.0' }, (conversions) =>
    conversions[clients]({}),
  );
  try {
    let received: unknown;
    started.answer((call) => {
      received = call.body;
      return twigOf(responded, 4);
    });
    const response = await started.methods.get('PutTree')?.call({ body: treeOf(own, 4) });
    expect(received).toEqual(treeOf({ name: 'n' }, 4));
    expect(response).toEqual(twigOf({ name: 'n' }, 4));
  } finally {
    await started.close();
  }
});
