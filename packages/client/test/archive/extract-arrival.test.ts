/** Tests that extract resolves once everything is on disk, for archives with every ending, from every kind of source. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, readlink, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { extract } from '../../src/index.js';
import { arrivals, cut, endBlocks, entryBytes, type TestEntry } from './archives.js';

const large = 'x'.repeat(300_000);
const first: TestEntry = { type: 'File', path: 'first', data: 'content' };
const endings: Readonly<Record<string, TestEntry>> = {
  'a file': { type: 'File', path: 'last', data: large },
  'a folder': { type: 'Directory', path: 'last' },
  'a symbolic link': { type: 'SymbolicLink', path: 'last', linkpath: 'first' },
  'a hard link': { type: 'Link', path: 'last', linkpath: 'first' },
  'a file that is skipped': { type: 'File', path: 'skipped', data: large },
};
const compressions: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  plain: (bytes) => bytes,
  gzip: (bytes) => gzipSync(bytes),
};

const table = Object.keys(endings).flatMap((ending) =>
  Object.keys(compressions).flatMap((compression) =>
    Object.keys(arrivals).map((arrival) => [ending, compression, arrival] as const),
  ),
);

test('the table has 60 rows', () => expect(table.length).toBe(60));

test.each(table)('an archive that ends with %s, %s, as %s', { timeout: 5000 }, async (ending, compression, arrival) => {
  const last = endings[ending] as TestEntry;
  const folder = await mkdtemp(join(tmpdir(), 'lading-arrival-'));
  const archive = Buffer.concat([entryBytes(first), entryBytes(last), endBlocks]);
  const pieces = cut(compressions[compression]?.(archive) ?? archive, [4096]);
  const source = arrivals[arrival]?.(pieces) ?? archive;
  await extract(source, folder, { filter: (path) => path !== 'skipped' });
  expect(await readFile(join(folder, 'first'), 'utf8')).toBe('content');
  const path = join(folder, last.path);
  if (ending === 'a file') expect((await readFile(path)).length).toBe(large.length);
  else if (ending === 'a folder') expect((await stat(path)).isDirectory()).toBe(true);
  else if (ending === 'a symbolic link') expect(await readlink(path)).toBe('first');
  else if (ending === 'a hard link') expect((await stat(path)).nlink).toBe(2);
  else await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
});

describe('as the last statement of a program', () => {
  // Nothing else keeps such a process alive: if it ends early, its exit code is 13.
  it.each(['a folder', 'a file that is skipped'])('an archive that ends with %s', async (ending) => {
    const folder = await mkdtemp(join(tmpdir(), 'lading-arrival-'));
    const archive = Buffer.concat([entryBytes(first), entryBytes(endings[ending] as TestEntry), endBlocks]);
    const entry = join(dirname(fileURLToPath(import.meta.url)), '../../dist/src/index.js');
    const file = join(folder, 'archive.tar');
    await writeFile(file, archive);
    const program = `
      import { createReadStream } from 'node:fs';
      import { extract } from ${JSON.stringify(entry)};
      const source = createReadStream(${JSON.stringify(file)});
      await extract(source, ${JSON.stringify(folder)}, { filter: (path) => path !== 'skipped' });
      console.log('done');
    `;
    const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect([status, stdout]).toEqual([0, 'done\n']);
  });
});

test('GNU tar reads the archives in the same way', () => {
  const archive = Buffer.concat([entryBytes(first), entryBytes({ type: 'Directory', path: 'd' }), endBlocks]);
  expect(execFileSync('tar', ['-tf', '-'], { input: archive, encoding: 'utf8' })).toBe('first\nd/\n');
});
