/** Runtimes are packed so that npm and tar read them, with those that they depend on. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from '../../document/path.js';
import { expect, test } from 'vitest';
import { withArchiveFolders } from '../../testing/archive-folders.js';
import { readRuntimes } from '../index.js';

const work = temporaryFolder();

/** Longer than the field of a path in the header of a tar archive. */
const long = `${'folder-of-a-runtime/'.repeat(6)}module.js`;
const large = Buffer.from(Uint8Array.from({ length: 150_001 }, (_, index) => index % 251));

function runtime(
  folder: string,
  name: string,
  manifest: object,
  dist: Readonly<Record<string, string | Buffer>>,
): void {
  for (const [path, content] of Object.entries(dist)) {
    const file = join(folder, name, 'dist', path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, content);
    utimesSync(file, new Date(), Date.now() / 1000 - Math.random() * 1e6);
  }
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(
    join(folder, name, 'package.json'),
    JSON.stringify({ name: `@x/${name}`, version: '1.2.3', ...manifest }),
  );
}

function folderOfRuntimes(name: string): string {
  const folder = join(work, name);
  runtime(folder, 'client', { dependencies: { '@x/wire': '^1.2.3', ws: '8' } }, { 'index.js': 'client' });
  runtime(
    folder,
    'wire',
    { scripts: { build: 'x' }, nx: {}, devDependencies: { y: '1' } },
    { 'index.js': large, [long]: 'long', '.build.tsbuildinfo': 'left out' },
  );
  runtime(folder, 'unused', {}, {});
  return folder;
}

test('what a package depends on, directly or not', () => {
  const runtimes = readRuntimes(folderOfRuntimes('closure'), ['ws', '@x/client']);
  expect(runtimes.map(({ name, version }) => `${name} ${version}`)).toEqual(['@x/client 1.2.3', '@x/wire 1.2.3']);
});

test('tar unpacks every byte', () => {
  const tarball = readRuntimes(folderOfRuntimes('tar'), ['@x/wire'])[0]?.tarball;
  const tar = (...args: readonly string[]) => execFileSync('tar', [...args], { input: tarball, encoding: 'buffer' });
  const list = ['package.json', `dist/${long}`, 'dist/index.js'].map((path) => `package/${path}`);
  expect(tar('-tzf', '-').toString().trim().split('\n')).toEqual(list);
  expect(tar('-xzOf', '-', 'package/dist/index.js').equals(large)).toBe(true);
  expect(JSON.parse(tar('-xzOf', '-', 'package/package.json').toString())).toEqual({
    name: '@x/wire',
    version: '1.2.3',
  });
});

test('the bytes depend on neither the folder, nor the times of the files, nor whether they are in an archive', () => {
  const [one, other] = ['one', 'other'].map((name) => readRuntimes(folderOfRuntimes(name), ['@x/client']));
  expect(one).toEqual(other);
  expect(withArchiveFolders(() => readRuntimes(folderOfRuntimes('archived'), ['@x/client']))).toEqual(one);
});

test('a runtime that is not built', () => {
  const folder = folderOfRuntimes('unbuilt');
  expect(() => readRuntimes(folder, ['@x/unused'])).toThrow(
    `READ_MISSING: The runtime @x/unused is not built (${join(folder, 'unused')}). Build it: npx nx build @x/unused.`,
  );
});
