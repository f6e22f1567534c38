/** Tests folders that cannot be read or that change, and abandoned streams: one error, and nothing stays open. */
import { execFileSync } from 'node:child_process';
import { link, mkdir, mkdtemp, readdir, readlink, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildContext, extract, pack } from '../../src/index.js';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lading-pack-'));
});

async function openFiles(): Promise<string[]> {
  const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
  return (await Promise.all(links)).filter((path) => path.startsWith(folder));
}

const ways = { buildContext: (path: string) => buildContext(path), pack: (path: string) => pack(path) };

async function drained(archive: AsyncIterable<Uint8Array>): Promise<unknown> {
  try {
    for await (const _chunk of archive);
    return 'packed';
  } catch (error) {
    return error;
  }
}

describe.each(Object.entries(ways))('%s', (_name, packed) => {
  test('of a missing folder', async () => {
    expect(await drained(packed(join(folder, 'missing')))).toMatchObject({ code: 'ENOENT' });
  });

  test('of several files that disappear, or turn into folders, before they are read', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await writeFile(join(folder, name), 'x'.repeat(200_000));
    const archive = packed(folder);
    // The folder is listed, and its first file is open.
    await new Promise((resolve) => archive.once('readable', resolve));
    for (const name of ['b', 'c', 'd']) await rm(join(folder, name));
    expect(await drained(archive)).toMatchObject({ code: 'ENOENT' });
    await after(5);
    expect(await openFiles()).toEqual([]);
  });

  test('of a file that becomes shorter', async () => {
    await writeFile(join(folder, 'a'), 'x'.repeat(1_000_000));
    const archive = packed(folder);
    await new Promise((resolve) => archive.once('readable', resolve));
    await truncate(join(folder, 'a'), 10);
    expect(await drained(archive)).toMatchObject({ name: 'InputError', code: 'FILE_CHANGED' });
    expect(await openFiles()).toEqual([]);
  });

  test('that is left or destroyed leaves no file open', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await writeFile(join(folder, name), 'x'.repeat(1_000_000));
    for await (const _chunk of packed(folder)) break;
    const archive = packed(folder);
    await new Promise((resolve) => archive.once('readable', resolve));
    archive.destroy();
    await expect.poll(openFiles).toEqual([]);
  });
});

test('files without read permission fail with their error, once', async () => {
  // As root every file can be read: the user `nobody` packs instead.
  const program = `
    import { buildContext } from ${JSON.stringify(join(import.meta.dirname, '../../dist/src/index.js'))};
    process.on('uncaughtException', (error) => console.log('uncaught', error.code));
    const archive = buildContext(${JSON.stringify(folder)});
    if (process.getuid?.() === 0) process.setuid(65534);
    try {
      for await (const chunk of archive);
      console.log('packed');
    } catch (error) {
      console.log(error.code);
    }
  `;
  execFileSync('chmod', ['755', folder]);
  for (const name of ['a', 'b', 'c']) await writeFile(join(folder, name), 'secret', { mode: 0 });
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(output).toBe('EACCES\n');
});

test('links, hard links, modes, times and empty files are preserved', async () => {
  await mkdir(join(folder, 'in/sub'), { recursive: true });
  const source = join(folder, 'in');
  await writeFile(join(source, 'file'), 'content', { mode: 0o755 });
  await writeFile(join(source, 'empty'), '');
  await writeFile(join(source, 'blocks'), 'x'.repeat(65_536 * 2));
  await link(join(source, 'file'), join(source, 'sub/hard'));
  await symlink('../file', join(source, 'sub/soft'));
  const target = join(folder, 'out');
  await extract(pack(source), target);
  expect(await readdir(target, { recursive: true })).toEqual(
    expect.arrayContaining(['blocks', 'empty', 'file', 'sub', 'sub/hard', 'sub/soft']),
  );
  const [file, hard, before] = await Promise.all(
    [join(target, 'file'), join(target, 'sub/hard'), join(source, 'file')].map((path) => stat(path)),
  );
  expect(hard?.ino).toBe(file?.ino);
  expect([file?.mode, file?.mtime.getTime()]).toEqual([
    before?.mode,
    Math.floor((before?.mtime.getTime() ?? 0) / 1000) * 1000,
  ]);
  expect(await readlink(join(target, 'sub/soft'))).toBe('../file');
  expect((await stat(join(target, 'blocks'))).size).toBe(65_536 * 2);
});
