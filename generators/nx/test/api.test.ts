/** What `nx g lading:api` writes, depending on what the workspace has. */
import { expect, it } from 'vitest';
import { apiInTree, type ApiSchema } from '../api.js';

const options = { directory: 'apis/boxes', document: 'shared/boxes.json' };
const files = { 'shared/boxes.json': '{}', 'shared/lids.json': '{}' };
const pattern = 'apis/boxes/generated/*/*';

/** Runs the generator, and returns the files of the workspace. */
function written(present: Readonly<Record<string, string>>, given: Partial<ApiSchema> = {}) {
  const tree = new Map(Object.entries({ ...files, ...present }));
  const exists = (path: string) => tree.has(path);
  const read = (path: string) => tree.get(path) ?? null;
  apiInTree(
    { root: '/workspace', exists, read, write: (path, text) => tree.set(path, text) },
    { ...options, generate: false, ...given },
  )();
  return Object.fromEntries(tree);
}

const jsonOf = (text: string | undefined) => JSON.parse(text ?? '') as unknown;
const configOf = (given: Partial<ApiSchema>) => jsonOf(written({}, given)['apis/boxes/lading.config.json']);

it.each<[Partial<ApiSchema>, object]>([
  [{}, { documents: ['../../shared/boxes.json'], emitters: ['client'], workspace: false }],
  [
    { document: 'shared/boxes.json,shared/lids.json' },
    { documents: ['../../shared/boxes.json', '../../shared/lids.json'] },
  ],
  [{ document: ['https://example.com/boxes.json'] }, { documents: ['https://example.com/boxes.json'] }],
  [
    { emitter: 'types,docs', scope: '@acme' },
    { emitters: ['types', 'docs'], scope: '@acme' },
  ],
])('configures %j', (given, content) => {
  expect(configOf(given)).toEqual({ ...(configOf({}) as object), ...content });
});

it.each<[Partial<ApiSchema>, Readonly<Record<string, string>>, string]>([
  [{ directory: '.' }, {}, 'USAGE'],
  [{ directory: '../boxes' }, {}, 'USAGE'],
  [{}, { 'apis/boxes/lading.config.json': '{}' }, 'USAGE'],
  [{ document: 'shared/none.json' }, {}, 'USAGE'],
  [{ document: '../boxes.json' }, { '../boxes.json': '{}' }, 'USAGE'],
  [{}, { 'nx.json': '{' }, 'READ_SYNTAX'],
  [{}, { 'package.json': '{' }, 'READ_SYNTAX'],
])('refuses %j with %j', (given, present, code) => {
  expect(() => written(present, given)).toThrow(
    expect.objectContaining({ problem: expect.objectContaining({ code }) as unknown }),
  );
});

it('generates the packages unless told otherwise, and fails if it cannot, such as in a workspace that is not on disk', () => {
  const tree = { root: '/workspace', exists: () => true, read: () => '{}', write: () => undefined };
  const generate = apiInTree({ ...tree, exists: (path) => path === options.document }, options);
  expect(generate).toThrow('The packages were not generated');
});

it.each([
  [{}, { workspaces: [pattern] }],
  [{ workspaces: ['apps/*'] }, { workspaces: ['apps/*', pattern] }],
  [{ workspaces: { nohoist: [] } }, { workspaces: { nohoist: [], packages: [pattern] } }],
  [{ workspaces: { packages: ['apps/*'] } }, { workspaces: { packages: ['apps/*', pattern] } }],
])('adds the packages to the workspaces of package.json: %j', (before, after) => {
  const found = written({ 'package.json': JSON.stringify(before) })['package.json'] ?? '';
  expect(jsonOf(found)).toEqual(after);
  // Nothing is added twice, and what is complete keeps its layout.
  const compact = JSON.stringify(after);
  expect(written({ 'package.json': compact })['package.json']).toBe(compact);
});

it.each([
  ['', `packages:\n  - ${pattern}\n`],
  ['packages:\n  - apps/* # ours\n', `packages:\n  - apps/*\n  - ${pattern}\n`],
])('adds the packages to those of pnpm: %j', (before, after) => {
  const found = written({ 'pnpm-workspace.yaml': before });
  expect([found['pnpm-workspace.yaml'], found['package.json']]).toEqual([after, undefined]);
  const complete = `packages: [${pattern}]`;
  expect(written({ 'pnpm-workspace.yaml': complete })['pnpm-workspace.yaml']).toBe(complete);
});

it.each([
  [{}, ['lading/nx']],
  [{ plugins: ['other', { plugin: 'another' }] }, ['other', 'another', 'lading/nx']],
  [{ plugins: ['lading/nx'] }, ['lading/nx']],
  [{ plugins: [{ plugin: 'lading/nx' }], targetDefaults: { build: { cache: false }, test: {} } }, ['lading/nx']],
])('registers the plugin once, and keeps how packages are built: %j', (before, plugins) => {
  const text = written({ 'nx.json': JSON.stringify(before) })['nx.json'];
  const after = jsonOf(text) as { readonly plugins: readonly (string | { readonly plugin: string })[] };
  expect(after.plugins.map((one) => (typeof one === 'string' ? one : one.plugin))).toEqual(plugins);
  expect(after).toMatchObject({
    targetDefaults: { build: { dependsOn: ['^build'], cache: true } },
    ...before,
    plugins: after.plugins,
  });
});
