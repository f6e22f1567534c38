/** A full disk and files that cannot be replaced: nothing changes, or the next run completes the changes. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { translated } from './testing/child.js';
import { check, contentOf, filesOf, problemOf, write, type FolderContent } from './testing/folder.js';

/** Tells whether a command succeeds, such as one that only the superuser may run. */
function succeeds(command: string, ...given: readonly string[]): boolean {
  return spawnSync(command, given, { stdio: 'ignore' }).status === 0;
}

const mounted: string[] = [];
afterEach(unmount);
function unmount(): void {
  for (const folder of mounted.splice(0)) succeeds('umount', folder);
}

function smallDisk(kilobytes: number, folder = temporaryFolder()): string | undefined {
  if (!succeeds('mount', '-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'none', folder)) return undefined;
  mounted.push(folder);
  return folder;
}

const trial = temporaryFolder();
const canMount = smallDisk(16, trial) !== undefined;
unmount();
const unmountable = canMount ? '' : ' (SKIPPED: requires permission to mount a tmpfs)';

/** Returns files of 4 KB, each of which takes one page of the disk. */
function treeOf(name: string, count: number): FolderContent {
  const paths = Array.from({ length: count }, (_, index) => `v1/gen/file-${index}.ts`);
  return Object.fromEntries(paths.map((path) => [path, name.repeat(4096)]));
}

describe.skipIf(!canMount)(`a full disk${unmountable}`, () => {
  it.each([88, 92, 96, 100, 112, 128])('of %d KB leaves the former tree as it was', async (size) => {
    const root = smallDisk(size) ?? '';
    const [former, next] = [treeOf('a', 16), treeOf('b', 24)];
    await write(root, former);
    expect(await problemOf(write(root, next))).toMatch(/^WRITE_FAILED: .*ENOSPC.* Free some space/);
    expect(contentOf(root)).toEqual(former);
    expect(await check(root, former)).toMatchObject({ fresh: true, interrupted: false });

    execFileSync('mount', ['-o', 'remount,size=1024k', root]);
    await write(root, next);
    expect(contentOf(root)).toEqual(next);
  });
});

describe('a system that creates nothing', () => {
  it.skipIf(!canMount)(`is a read-only one, with the folder of an earlier run${unmountable}`, async () => {
    const disk = smallDisk(1024) ?? '';
    const root = join(disk, 'out');
    await write(root, { 'gen/a': 'a' });
    execFileSync('mount', ['-o', 'remount,ro', disk]);
    expect(await problemOf(write(root, { 'gen/a': 'b' }))).toMatch(/^WRITE_FAILED: .*EROFS .*Choose a writable folder/);
    expect(await problemOf(write(join(disk, 'a/b'), { 'gen/a': 'b' }))).toMatch(/^WRITE_FAILED: .*EROFS/);
    expect(contentOf(root)).toEqual({ 'gen/a': 'a' });
  });

  it.skipIf(!existsSync('/proc/self'))('reports a missing folder where none can be created', async () => {
    for (const root of ['/proc', '/proc/out', '/proc/self/out'])
      expect(await problemOf(write(root, { 'gen/a': 'a' }, { shared: true }))).toMatch(
        /^WRITE_FAILED: .*ENOENT \(\/proc/,
      );
  });

  it('has a file in the place of the folder', async () => {
    for (const root of ['/dev/null', '/dev/null/out'])
      expect(await problemOf(write(root, { 'gen/a': 'a' }))).toMatch(
        /^WRITE_FAILED: .*because a file is in its place\.$/,
      );
  });
});

const lockable = ((): boolean => {
  const file = join(trial, 'x');
  writeFileSync(file, '');
  return succeeds('chattr', '+i', file) && succeeds('chattr', '-i', file);
})();
const unlockable = lockable ? '' : ' (SKIPPED: requires permission to run chattr)';

describe.skipIf(!lockable)(`a file that may not be replaced${unlockable}`, () => {
  it('stops the run after its commit; the next one completes it', async () => {
    const root = temporaryFolder();
    const [former, next] = [treeOf('a', 4), treeOf('b', 4)];
    await write(root, former);
    const file = join(root, 'v1/gen/file-2.ts');
    execFileSync('chattr', ['+i', file]);
    try {
      for (const wanted of [next, next, former]) {
        expect(await problemOf(write(root, wanted))).toMatch(/^WRITE_FAILED: .*EPERM \(v1\/gen\/file-2.ts\)/);
        for (const tree of [former, next]) expect((await check(root, tree)).fresh).toBe(false);
      }
    } finally {
      execFileSync('chattr', ['-i', file]);
    }
    await write(root, next);
    expect(contentOf(root)).toEqual(next);
  });
});

describe('a folder without write permission', () => {
  const script = join(dirname(translated('refused')), 'once.mjs');
  const source = `import { writeTree } from './index.js';
    const { root, files } = JSON.parse(process.argv[2]);
    try { await writeTree({ root, files, mode: 'write', generator: 'lading' }); }
    catch (error) { console.log(error.message); }`;

  /** Writes as a user to whom permissions apply, unlike the superuser. */
  function writeAsUser(root: string, tree: FolderContent): string {
    writeFileSync(script, source);
    const args = [script, JSON.stringify({ root, files: filesOf(tree) })];
    const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
    return execFileSync(process.execPath, args, { encoding: 'utf8', ...user });
  }

  it('is detected before anything changes', () => {
    const root = temporaryFolder();
    chmodSync(root, 0o777);
    const former = { 'v1/gen/a': 'a', 'v2/gen/b': 'b' };
    expect(writeAsUser(root, former)).toBe('');
    execFileSync('chmod', ['555', join(root, 'v2/gen')]);
    expect(writeAsUser(root, { 'v1/gen/a': 'A', 'v2/gen/b': 'B' })).toMatch(/^WRITE_FAILED: .*EACCES \(v2\/gen\)/);
    expect(contentOf(root)).toEqual(former);
    execFileSync('chmod', ['755', join(root, 'v2/gen')]);
  });

  it('is reported if it is the output folder', () => {
    const root = join(temporaryFolder(), 'out');
    chmodSync(dirname(root), 0o755);
    mkdirSync(root, 0o555);
    expect(writeAsUser(root, { 'v1/gen/a': 'A' })).toMatch(/^WRITE_FAILED: .*EACCES/);
    expect(contentOf(root)).toEqual({});
  });
});
