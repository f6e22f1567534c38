/** The files that a run writes, leaves unchanged and removes. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manifestName, writeTree } from '../index.js';
import { changesOf, check, contentOf, problemOf, put, write } from './testing/folder.js';

const tree = { 'v1/types/gen/a.ts': 'a\n', 'v1/types/gen/deep/b.ts': 'b\n', 'v1/types/package.json': '{"name":"x"}' };

describe('writing', () => {
  it('creates the folder and its content, and leaves no journal', async () => {
    const root = join(temporaryFolder(), 'not', 'there');
    const report = await write(root, tree);
    expect(contentOf(root)).toEqual({ ...tree, 'v1/types/package.json': '{\n  "name": "x"\n}\n' });
    expect(report.fresh).toBe(false);
    expect(report.files.map((file) => file.status)).toEqual(['written', 'written', 'written', 'written']);
  });

  it('does not write unchanged files', async () => {
    const root = temporaryFolder();
    await write(root, tree);
    const past = new Date(1_000_000_000_000);
    const paths = [...Object.keys(tree), manifestName].map((path) => join(root, path));
    for (const path of paths) utimesSync(path, past, past);
    const report = await write(root, tree);
    expect(report.fresh).toBe(true);
    expect(paths.map((path) => statSync(path).mtimeMs)).toEqual(paths.map(() => past.getTime()));
  });

  it('removes files that are no longer expected, with folders that become empty', async () => {
    const root = temporaryFolder();
    await write(root, tree);
    mkdirSync(join(root, 'v1/types/gen/hollow/inside'), { recursive: true });
    const report = await write(root, { 'v1/types/gen/a.ts': 'a\n' });
    expect(changesOf(report)).toEqual({ 'v1/types/gen/deep/b.ts': 'removed', 'v1/types/package.json': 'removed' });
    expect(contentOf(root)).toEqual({ 'v1/types/gen/a.ts': 'a\n' });
  });

  it('removes only files that it wrote', async () => {
    const root = temporaryFolder();
    await write(root, tree);
    const own = { 'v1/types/src/own.ts': 'own', 'node_modules/x/gen/y.js': 'y', 'v1/notes.md': 'n' };
    put(root, own);
    await write(root, {});
    expect(contentOf(root)).toEqual(own);
  });

  it('does not change files outside of the scope', async () => {
    const root = temporaryFolder();
    await write(root, { 'v1/gen/a.ts': 'a', 'v1/README.md': '*  x', 'v10/gen/a.ts': 'a', 'v2/gen/a.ts': 'a' });
    await write(root, { 'v1/gen/b.ts': 'b' }, { scope: ['v1'] });
    expect(Object.keys(contentOf(root)).sort()).toEqual(['v1/gen/b.ts', 'v10/gen/a.ts', 'v2/gen/a.ts']);
    const rest = { 'v1/gen/b.ts': 'b', 'v10/gen/a.ts': 'a', 'v2/gen/a.ts': 'a' };
    expect((await check(root, rest)).fresh).toBe(true);
    expect(await problemOf(write(root, rest, { scope: ['v1'] }))).toMatch(/^WRITE_OUTSIDE: .*v10\/gen\/a.ts/);
  });

  it('writes, checks, protects and removes files that are no text', async () => {
    const root = temporaryFolder();
    const bytes = Buffer.from([0xff, 0, 0x0d, 0x0a, 0x80]);
    const file = { path: 'vendor/x.tgz', text: bytes.toString('base64'), encoding: 'base64' } as const;
    const options = { root, files: [file], generator: 'a test' };
    await writeTree({ ...options, mode: 'write' });
    expect(readFileSync(join(root, file.path)).equals(bytes)).toBe(true);
    expect((await writeTree({ ...options, mode: 'check' })).fresh).toBe(true);
    writeFileSync(join(root, file.path), bytes.subarray(1));
    expect(changesOf(await writeTree({ ...options, mode: 'check' }))).toEqual({ 'vendor/x.tgz': 'edited' });
    expect(await problemOf(writeTree({ ...options, mode: 'write' }))).toMatch(/^WRITE_FOREIGN: .*vendor\/x.tgz/);
    writeFileSync(join(root, file.path), bytes);
    expect(changesOf(await writeTree({ ...options, files: [], mode: 'write' }))).toEqual({ 'vendor/x.tgz': 'removed' });
  });

  it('turns files into folders and folders into files', async () => {
    const root = temporaryFolder();
    const before = { 'gen/x': 'file', 'gen/y/a/b': 'deep', 'gen/y/c': 'c', z: 'file' };
    const after = { 'gen/x/a': 'deep', 'gen/y': 'file', 'z/z/z': 'deep' };
    for (const wanted of [before, after, before]) {
      await write(root, wanted);
      expect(contentOf(root)).toEqual(wanted);
    }
  });

  it('writes a manifest that sha256sum can verify', async () => {
    const root = temporaryFolder();
    await write(root, tree);
    const lines = readFileSync(join(root, manifestName), 'utf8').split('\n');
    expect(lines.filter((line) => !line.startsWith('#')).map((line) => line.slice(66))).toEqual([
      ...Object.keys(tree).sort(),
      '',
    ]);
    execFileSync('sha256sum', ['--check', '--strict', '--quiet', manifestName], { cwd: root });
  });
});

describe('checking', () => {
  it('reports every difference and writes nothing', async () => {
    const root = temporaryFolder();
    const earlier = {
      'gen/same.ts': 's',
      'gen/stale.ts': 'old',
      'gen/left.ts': 'l',
      'gen/edited.ts': 'e',
      'p.json': '1',
    };
    await write(root, earlier);
    put(root, { 'gen/edited.ts': 'by hand', 'p.json': '2', 'gen/mine.ts': 'mine' });
    const wanted = {
      'gen/same.ts': 's',
      'gen/stale.ts': 'new',
      'gen/edited.ts': 'e',
      'gen/new.ts': 'n',
      'p.json': '1',
    };
    const before = contentOf(root);
    const manifest = readFileSync(join(root, manifestName), 'utf8');
    const report = await check(root, wanted);
    expect(report.fresh).toBe(false);
    expect(changesOf(report)).toEqual({
      'gen/edited.ts': 'edited',
      'gen/left.ts': 'leftover',
      'gen/mine.ts': 'foreign',
      'gen/new.ts': 'missing',
      'gen/stale.ts': 'stale',
      'p.json': 'edited',
    });
    expect(contentOf(root)).toEqual(before);
    expect(readFileSync(join(root, manifestName), 'utf8')).toBe(manifest);
  });

  it('reports all files as missing without a folder, and creates none', async () => {
    const root = join(temporaryFolder(), 'none');
    const report = await check(root, { 'gen/a.ts': 'a' });
    expect(report).toMatchObject({ fresh: false, interrupted: false });
    expect(report.files.map((file) => file.status)).toEqual(['missing', 'missing']);
    expect(() => statSync(root)).toThrow('ENOENT');
  });

  it('is not fresh when only the manifest is wrong', async () => {
    const root = temporaryFolder();
    await write(root, tree);
    writeFileSync(
      join(root, manifestName),
      `${readFileSync(join(root, manifestName), 'utf8')}${'0'.repeat(64)}  gone\n`,
    );
    const report = await check(root, tree);
    expect(report.fresh).toBe(false);
    expect(report.files.filter((file) => file.status !== 'unchanged')).toEqual([
      { path: manifestName, status: 'stale' },
    ]);
  });
});
