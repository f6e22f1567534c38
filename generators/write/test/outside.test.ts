/** No path leads out of the output folder, neither by its name nor through a symbolic link. */
import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeTree } from '../index.js';
import { changesOf, check, contentOf, problemOf, put, write } from './testing/folder.js';

describe('a path', () => {
  it.each([
    '',
    '/etc/passwd',
    '//x',
    '..',
    '../x',
    'a/../../x',
    'a/./b',
    './a',
    'a//b',
    'a/',
    'C:/x',
    'c:x',
    'a\\b',
    '..\\x',
    'a\0b',
    'a\nb',
    'a\u007fb',
    'a\u0085b',
    'a\u2028b',
    'a\u202eb',
    'a\u200bb',
    'a\ud800b',
    'a<b',
    'a|b',
    'a?',
    'a*',
    'a"b',
    'con',
    'CON.ts',
    'a/nul',
    'aux.',
    'x/lpt1.txt',
    'COM9',
    'com¹',
    'CONIN$',
    'con .ts',
    'a.',
    'a./b',
    'a ',
    'a /b',
    ' a',
    '.git/hooks/pre-commit',
    'x/.GIT/config',
    'GIT~1/config',
    '.lading/journal',
    '.LADING/x',
    '.lading.sha256',
    '.Lading.SHA256',
    'x'.repeat(201),
    'ä'.repeat(101),
    'x/'.repeat(501) + 'x',
  ])('%j is refused', async (path) => {
    const root = temporaryFolder();
    for (const action of [write, check]) {
      expect(await problemOf(action(root, { 'gen/ok.ts': '', [path]: 'x' }))).toMatch(/^WRITE_OUTSIDE: /);
    }
    expect(contentOf(root)).toEqual({});
  });

  it.each([
    ['', 'is empty'],
    ['/x', 'is absolute'],
    ['x/'.repeat(501) + 'x', 'is too long'],
    ['a?', 'contains a character that some system does not allow in file names'],
    ['a//b', 'has an empty segment'],
    ['.', 'has a segment of dots'],
    ['a/../b', 'has a segment of dots'],
    ['a.', 'has a segment that Windows would change'],
    ['aux.x', 'has a segment that is a device name on Windows'],
    ['.git/x', 'leads into a git folder'],
    ['x'.repeat(201), 'has a segment that is too long'],
    ['.lading/x', 'is reserved for the generator'],
  ])('%j says why', async (path, reason) => {
    const problem = await problemOf(write(temporaryFolder(), { [path]: 'x' }));
    expect(problem).toContain(`WRITE_OUTSIDE: the path of a generated file ${reason} (`);
  });

  it.each([
    '__proto__',
    'constructor/toString',
    'a b/c d.ts',
    '.github/x.yml',
    'ünï/✓.ts',
    'console.ts',
    'nullable/aux1',
  ])('%j is written', async (path) => {
    const root = temporaryFolder();
    await writeTree({ root, files: [{ path, text: 'x' }], mode: 'write', generator: 'lading' });
    expect(Object.entries(contentOf(root))).toEqual([[path, 'x']]);
  });

  it.each([
    ['twice', ['a/b', 'a/b']],
    ['in two cases', ['a/Image.ts', 'a/image.ts']],
    ['composed and decomposed', ['\u00e9', 'e\u0301']],
    ['in a folder of two cases', ['A/x', 'a/y']],
    ['as a file and as a folder', ['a/b', 'a/b/c']],
    ['as a file and as a folder of another case', ['a/B', 'a/b/c']],
  ])('%s is refused', async (_, paths) => {
    const files = paths.map((path) => ({ path, text: 'x' }));
    const root = temporaryFolder();
    expect(await problemOf(writeTree({ root, files, mode: 'write', generator: 'lading' }))).toMatch(/^WRITE_OUTSIDE: /);
  });
});

describe('a symbolic link', () => {
  const tree = { 'v1/gen/a.ts': 'a', 'v1/gen/deep/b.ts': 'b' };

  it.each(['v1', 'v1/gen', 'v1/gen/deep'])('at the folder %s is not followed', async (folder) => {
    const [root, outside] = [temporaryFolder(), temporaryFolder()];
    await write(root, tree);
    renameSync(join(root, folder), join(outside, 'target'));
    symlinkSync(join(outside, 'target'), join(root, folder));
    const before = contentOf(outside);
    for (const wanted of [{}, tree, { 'v1/gen/deep/new.ts': 'n' }]) {
      expect(await problemOf(write(root, wanted))).toMatch(/^WRITE_OUTSIDE: .* is a symbolic link /);
      expect(await problemOf(check(root, wanted))).toMatch(/^WRITE_OUTSIDE: .* is a symbolic link /);
    }
    expect(contentOf(outside)).toEqual(before);
  });

  it('in the place of a file is neither read nor replaced nor removed', async () => {
    const [root, outside] = [temporaryFolder(), temporaryFolder()];
    put(outside, { secret: 'a' });
    await write(root, { 'v1/gen/deep/b.ts': 'b', 'v1/x': 'a' });
    symlinkSync(join(outside, 'secret'), join(root, 'v1/gen/a.ts'));
    expect(await problemOf(write(root, tree))).toMatch(/^WRITE_FOREIGN: .*v1\/gen\/a.ts/);
    expect(changesOf(await check(root, tree))).toMatchObject({ 'v1/gen/a.ts': 'foreign' });
    expect(contentOf(outside)).toEqual({ secret: 'a' });
  });

  it('in the place of the journal is not followed', async () => {
    const [root, outside] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(outside, join(root, '.lading'));
    expect(await problemOf(write(root, tree))).toMatch(/^WRITE_OUTSIDE: .* is a symbolic link .*\(\.lading\)/);
    expect(contentOf(outside)).toEqual({});
  });

  it('in the place of what is staged is removed, not followed', async () => {
    const [root, outside] = [temporaryFolder(), temporaryFolder()];
    put(outside, { '0': 'mine' });
    mkdirSync(join(root, '.lading'));
    symlinkSync(outside, join(root, '.lading/staged'));
    await write(root, tree);
    expect(contentOf(outside)).toEqual({ '0': 'mine' });
    expect(contentOf(root)).toEqual(tree);
  });

  it('may lead to the output folder itself', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'real'));
    symlinkSync('real', join(folder, 'link'));
    await write(join(folder, 'link'), tree);
    expect(contentOf(join(folder, 'real'))).toEqual(tree);
  });
});
