/** Files that were not generated are never overwritten or removed. */
import { appendFileSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manifestName } from '../index.js';
import { changesOf, check, contentOf, problemOf, put, write, type FolderContent } from './testing/folder.js';

const packageOf = (a: number): string => JSON.stringify({ a }, null, 2) + '\n';
const tree = { 'v1/gen/a.ts': 'a\n', 'v1/package.json': packageOf(1) };

/** Expects that a write is rejected with this message and changes nothing. */
async function expectRefused(root: string, wanted: FolderContent, sentence: RegExp, rest = {}): Promise<void> {
  const before = contentOf(root);
  expect(await problemOf(write(root, wanted, rest))).toMatch(sentence);
  expect(contentOf(root)).toEqual(before);
}

describe('a folder that was not generated', () => {
  it('is refused, naming up to five files', async () => {
    const root = temporaryFolder();
    put(root, { a: '', b: '', c: '', d: '', e: '', f: '', 'g/h': '' });
    await expectRefused(root, tree, /^WRITE_FOREIGN: .*not empty.*: a, b, c, d, e and 2 more /);
    expect((await check(root, tree)).fresh).toBe(false);
  });

  it('may contain a new git repository', async () => {
    const root = temporaryFolder();
    put(root, { '.git/HEAD': 'ref' });
    await write(root, tree);
    expect(contentOf(root)).toEqual({ ...tree, '.git/HEAD': 'ref' });
  });

  it('may be shared with folders made by hand, but not with files in the way', async () => {
    const root = temporaryFolder();
    put(root, { 'runtime/own.ts': 'own', 'v1/package.json': 'own' });
    await expectRefused(root, tree, /^WRITE_FOREIGN: .*: v1\/package.json /, { shared: true });
    rmSync(join(root, 'v1/package.json'));
    await write(root, tree, { shared: true });
    expect(contentOf(root)).toEqual({ ...tree, 'runtime/own.ts': 'own' });
  });

  it('is taken over without its manifest if it has the expected bytes', async () => {
    const root = temporaryFolder();
    await write(root, tree);
    rmSync(join(root, manifestName));
    expect(changesOf(await write(root, tree, { shared: true }))).toEqual({});
    expect((await check(root, tree)).fresh).toBe(true);
  });
});

describe('a file made by hand', () => {
  it.each([
    ['in a generated folder', { 'v1/gen/mine.ts': 'mine' }, tree, 'v1/gen/mine.ts'],
    ['deep in a generated folder', { 'v1/gen/x/y/mine.ts': 'mine' }, tree, 'v1/gen/x/y/mine.ts'],
    ['where a new one is to go', { 'v1/README.md': 'mine' }, { ...tree, 'v1/README.md': 'x' }, 'v1/README.md'],
    ['where a folder is to go', { 'v1/docs': 'mine' }, { ...tree, 'v1/docs/x.md': 'x' }, 'v1/docs'],
    ['in a folder where a file is to go', { 'v1/docs/mine': 'mine' }, { ...tree, 'v1/docs': 'x' }, 'v1/docs/mine'],
    ['in a generated folder that is to go', { 'v1/gen/mine.ts': 'mine' }, {}, 'v1/gen/mine.ts'],
  ])('%s is refused', async (_, own, wanted, named) => {
    const root = temporaryFolder();
    await write(root, tree);
    put(root, own);
    await expectRefused(root, wanted, new RegExp(`^WRITE_FOREIGN: .*: ${named} `));
    expect(changesOf(await check(root, wanted))).toMatchObject({ [named]: 'foreign' });
  });
});

describe('a generated file that was edited', () => {
  it('is replaced in gen/', async () => {
    const root = temporaryFolder();
    await write(root, tree);
    put(root, { 'v1/gen/a.ts': 'edited' });
    expect(changesOf(await write(root, tree))).toEqual({ 'v1/gen/a.ts': 'written' });
    put(root, { 'v1/gen/a.ts': 'edited' });
    expect(changesOf(await write(root, {}))).toMatchObject({ 'v1/gen/a.ts': 'removed' });
  });

  it('is refused elsewhere, until it is deleted', async () => {
    const root = temporaryFolder();
    await write(root, tree);
    put(root, { 'v1/package.json': packageOf(2) });
    for (const wanted of [tree, { ...tree, 'v1/package.json': packageOf(3) }, { 'v1/gen/a.ts': 'a\n' }]) {
      await expectRefused(root, wanted, /^WRITE_FOREIGN: .*edited by hand: v1\/package.json /);
    }
    await write(root, { ...tree, 'v1/package.json': packageOf(2) });
    rmSync(join(root, 'v1/package.json'));
    await write(root, tree);
    expect(contentOf(root)).toEqual(tree);
  });

  it('does not count as edited when git made its line ends those of Windows, or power was lost', async () => {
    const root = temporaryFolder();
    await write(root, tree);
    for (const damaged of [packageOf(1).replaceAll('\n', '\r\n'), '', '\0\0\0\0']) {
      put(root, { 'v1/package.json': damaged });
      expect((await check(root, tree)).fresh).toBe(false);
      expect(changesOf(await write(root, tree))).toEqual({ 'v1/package.json': 'written' });
    }
    expect(contentOf(root)).toEqual(tree);
  });
});

describe('a manifest', () => {
  it('may be the merge of two, marks of the conflict included', async () => {
    const [ours, theirs] = [temporaryFolder(), temporaryFolder()];
    await write(ours, { ...tree, 'v1/gen/ours.ts': 'o' });
    await write(theirs, { ...tree, 'v1/gen/theirs.ts': 't', 'v1/package.json': packageOf(2) });
    const [a, b] = [ours, theirs].map((root) => readFileSync(join(root, manifestName), 'utf8'));
    put(ours, { 'v1/gen/theirs.ts': 't', 'v1/package.json': packageOf(2) });
    writeFileSync(join(ours, manifestName), `<<<<<<< ours\n${a}=======\n${b}>>>>>>> theirs\n`);
    const wanted = { ...tree, 'v1/package.json': packageOf(3) };
    expect((await check(ours, wanted)).fresh).toBe(false);
    await write(ours, wanted);
    expect(contentOf(ours)).toEqual(wanted);
    expect((await check(ours, wanted)).fresh).toBe(true);
  });

  it('claims nothing outside of its folder', async () => {
    const folder = temporaryFolder();
    const root = join(folder, 'out');
    await write(root, tree);
    put(folder, { outside: 'x' });
    const digest = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881';
    appendFileSync(join(root, manifestName), `${digest}  ../outside\n${digest}  gen/../../outside\n`);
    await write(root, {});
    expect(contentOf(folder)).toEqual({ outside: 'x', 'out/.lading.sha256': expect.any(String) });
  });

  it('must be a file', async () => {
    const root = temporaryFolder();
    symlinkSync('/etc/hostname', join(root, manifestName));
    expect(await problemOf(write(root, tree))).toMatch(/^WRITE_FOREIGN: the manifest is not a file/);
  });
});
