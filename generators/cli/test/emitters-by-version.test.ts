/** The packages of single versions: those of the configuration, and those that they need. */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { ladingIn } from './testing/lading-in.js';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

function documentOf(version: string, ...operations: readonly string[]): object {
  const responses = { '204': { description: '' } };
  return {
    openapi: '3.1.0',
    info: { title: 'Boxes', version },
    paths: Object.fromEntries(
      operations.map((id) => [`/${id}`, { get: { operationId: id, tags: ['Box'], responses } }]),
    ),
  };
}

function put(name: string, content: object): void {
  writeFileSync(join(folder, name), JSON.stringify(content));
}

function configure(emittersByVersion: Readonly<Record<string, readonly unknown[]>>, more: object = {}): void {
  put('old.json', documentOf('1.0', 'BoxList'));
  put('new.json', documentOf('2.0', 'BoxList', 'BoxDrop'));
  put('lading.config.json', { documents: ['old.json', 'new.json'], emittersByVersion, ...more });
}

const generate = () => ladingIn(folder, 'generate', '--quiet', '--no-paths');
const kindsOf = (version: string) => readdirSync(join(folder, 'generated', `v${version}`)).sort();

it('gives a version the packages that are asked of it, and those that they need', async () => {
  configure({ '1.0': ['client'] });
  expect(await generate()).toMatchObject({ status: 0, stderr: '' });
  expect([kindsOf('2.0'), kindsOf('1.0')]).toEqual([['types'], ['client', 'contract', 'types']]);
  // There is no contract of 2.0 from which it could be re-exported.
  const contract = join(folder, 'generated/v1.0/contract/gen/operations/box.ts');
  expect(readFileSync(contract, 'utf8')).toContain('export const boxList: Operation = {');
});

it('gives a version what the overlay of one that extends it needs', async () => {
  configure({ '2.0': ['contract'] }, { documents: ['new.json'], overlays: ['old.yaml'], emitters: ['conversion'] });
  put('old.yaml', {
    overlay: '1.0.0',
    info: { title: 'Boxes', version: '1.0' },
    extends: 'new.json',
    actions: [
      { target: '$.info', update: { version: '1.0' } },
      {
        target: "$.paths['/BoxDrop']",
        remove: true,
        'x-lading-difference': { id: 'no-drop', description: 'No drop.' },
      },
    ],
  });
  expect(await generate()).toMatchObject({ status: 0, stderr: '' });
  expect(kindsOf('2.0')).toEqual(['contract', 'types']);
});

it('extends the package of the nearest ancestor that has one', async () => {
  configure({ '1.0': [] }, { documents: ['oldest.json', 'old.json', 'new.json'], emitters: ['contract'] });
  put('oldest.json', documentOf('0.9', 'BoxList'));
  expect(await generate()).toMatchObject({ status: 0, stderr: '' });
  const dependencies = readFileSync(join(folder, 'generated/v0.9/contract/package.json'), 'utf8');
  expect(dependencies).toContain('contract-v2.0');
  expect(dependencies).not.toContain('v1.0');
});

it('describes the changes from the nearest ancestor that has a reference', async () => {
  configure({ '1.0': [] }, { documents: ['oldest.json', 'old.json', 'new.json'], emitters: ['docs'] });
  put('oldest.json', documentOf('0.9', 'BoxFind', 'BoxOpen'));
  put('old.json', documentOf('1.0', 'BoxList', 'BoxOpen'));
  put('new.json', documentOf('2.0', 'BoxList', 'BoxDrop', 'BoxOpen'));
  expect(await generate()).toMatchObject({ status: 0, stderr: '' });
  const changes = readFileSync(join(folder, 'generated/v0.9/docs/gen/changes.md'), 'utf8');
  expect(changes).toContain('# 0.9 → 2.0');
  // One was removed after 0.9, the other was added in 2.0, or in 1.0 and before 2.0.
  for (const operation of ['BoxFind', 'BoxList', 'BoxDrop']) expect(changes).toContain(`## [${operation}]`);
  expect(readFileSync(join(folder, 'generated/v0.9/docs/package.json'), 'utf8')).toContain('docs-v2.0');
});

it('gives a version nothing where nothing is asked of it', async () => {
  configure({ '1.0': [] });
  expect(await generate()).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(join(folder, 'generated/v1.0'))).toBe(false);
});

it('gives the versions of a range what it asks for, unless a version has an entry of its own', async () => {
  const documents = ['1.0', '1.2', '1.10', '2.0'].map((version) => {
    put(`${version}.json`, documentOf(version, 'BoxList'));
    return `${version}.json`;
  });
  configure({ '1.0 - 1.10': [], '1.2': ['client'], '1.5 - 2.0': ['contract'] }, { documents });
  expect(await generate()).toMatchObject({ status: 0, stderr: '' });
  expect(readdirSync(join(folder, 'generated')).filter((name) => /^v\d/.test(name))).toEqual(['v1.2', 'v2.0']);
  expect([kindsOf('2.0'), kindsOf('1.2')]).toEqual([['contract'], ['client', 'contract', 'types']]);
});

it('takes the options of an emitter at several versions only if they are the same', async () => {
  const configureRuntimes = (older: string, newer: string) =>
    configure({ '1.0': [['client', { runtime: older }]], '2.0': ['types', ['client', { runtime: newer }]] });
  configureRuntimes('fetch', 'fetch');
  expect(await generate()).toMatchObject({ status: 0, stderr: '' });
  configureRuntimes('fetch', 'engine');
  const place = 'lading.config.json#/emittersByVersion/2.0/1';
  expect(await generate()).toMatchObject({ status: 1, stderr: expect.stringContaining(place) as string });
});

it('rejects a range without versions', async () => {
  for (const range of ['1.5 - 1.9', '2.0 - 1.0', '1.0 - 1.5 - 2.0']) {
    configure({ [range]: ['types'] });
    const { status, stderr } = await generate();
    expect([status, stderr]).toEqual([1, expect.stringContaining(`#/emittersByVersion/${range}`)]);
  }
});

it('knows only the versions that are generated', async () => {
  configure({ '1.1': ['types'] });
  const { status, stderr } = await generate();
  expect(status).toBe(1);
  expect(stderr).toContain('VERSION_UNKNOWN');
  expect(stderr).toContain('lading.config.json#/emittersByVersion/1.1');
});
