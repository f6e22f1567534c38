/** What people and package managers add to a package.json, or to the workspace of pnpm, remains in the next run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeTree } from '../index.js';
import { changesOf, problemOf, put } from './testing/folder.js';

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
const vendored = (name: string) => ({ [name]: `file:./vendor/${name}.tgz` });
const root = (version: string, tarball: string) => ({
  name: 'generated-bindings',
  workspaces: [`v${version}/types`],
  scripts: { build: 'tsc --build' },
  dependencies: vendored(tarball),
  devDependencies: { typescript: '^7.0.2' },
});
const pnpm = (version: string, tarball: string): string =>
  `packages:\n  - 'v${version}/types'\nstrictDepBuilds: false\noverrides:\n  '${tarball}': 'file:./vendor/${tarball}.tgz'\n`;
const types = (dependencies: object) => ({ name: 'types-v1.0', version: '1.0.0', type: 'module', dependencies });

const treeOf = (version: string, tarball: string, dependencies: object = {}) => ({
  'package.json': json(root(version, tarball)),
  'pnpm-workspace.yaml': pnpm(version, tarball),
  'v1.0/package.json': json(types(dependencies)),
});

function run(folder: string, tree: Readonly<Record<string, string>>, mode: 'write' | 'check' = 'write') {
  const files = Object.entries(tree).map(([path, text]) => ({ path, text, printed: true, hasSettings: true }) as const);
  return writeTree({ root: folder, files, mode, generator: 'lading' });
}

it('keeps what they add, and replaces what was generated', async () => {
  const folder = temporaryFolder();
  await run(folder, treeOf('1.0', 'wire'));
  const repository = { type: 'git', url: 'https://example.org/a.git' };
  const edited = {
    'package.json': json({
      ...root('1.0', 'wire'),
      packageManager: 'pnpm@12.21.0',
      dependencies: { ...vendored('wire'), zod: '^4.0.0' },
      devDependencies: { typescript: '^5.9.0', vitest: '^4.0.0' },
    }),
    'pnpm-workspace.yaml': `${pnpm('1.0', 'wire')}# Approved.\nallowBuilds:\n  msw: true\n`,
    'v1.0/package.json': json({ ...types({}), version: '1.0.1', repository }).replaceAll('\n', '\r\n'),
  };
  put(folder, edited);
  expect((await run(folder, treeOf('1.0', 'wire'), 'check')).fresh).toBe(true);
  expect(changesOf(await run(folder, treeOf('1.0', 'wire')))).toEqual({});

  const next = treeOf('1.1', 'values', { later: '^1.1.0' });
  expect((await run(folder, next, 'check')).fresh).toBe(false);
  expect(Object.values(changesOf(await run(folder, next)))).toEqual(['written', 'written', 'written']);
  const text = (path: string): string => readFileSync(join(folder, path), 'utf8');
  expect(JSON.parse(text('package.json'))).toEqual({
    ...root('1.1', 'values'),
    packageManager: 'pnpm@12.21.0',
    dependencies: { ...vendored('values'), zod: '^4.0.0' },
    devDependencies: { typescript: '^5.9.0', vitest: '^4.0.0' },
  });
  expect(text('pnpm-workspace.yaml')).toBe(
    'packages:\n  - v1.1/types\nstrictDepBuilds: false\noverrides:\n  values: file:./vendor/values.tgz\n# Approved.\nallowBuilds:\n  msw: true\n',
  );
  expect(JSON.parse(text('v1.0/package.json'))).toEqual({
    ...types({ later: '^1.1.0' }),
    version: '1.0.1',
    repository,
  });
  expect((await run(folder, next, 'check')).fresh).toBe(true);
});

it.each([
  ['another edit of a package', 'v1.0/package.json', json({ ...types({}), version: '1.0.1', type: 'commonjs' })],
  ['a file that is no package', 'v1.0/package.json', '[]\n'],
  ['a workspace that cannot be read', 'pnpm-workspace.yaml', 'packages: [\n'],
])('refuses %s', async (_, path, text) => {
  const folder = temporaryFolder();
  await run(folder, treeOf('1.0', 'wire'));
  put(folder, { [path]: text });
  expect(await problemOf(run(folder, treeOf('1.0', 'wire')))).toMatch(/^WRITE_FOREIGN: .*edited by hand/);
  expect(readFileSync(join(folder, path), 'utf8')).toBe(text);
});
