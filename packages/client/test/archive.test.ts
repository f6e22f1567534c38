/** Tests packing folders, and extracting hostile archives that try to write outside of the target. */
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Header, list } from 'tar';
import { describe, expect, it } from 'vitest';
import { buildContext, extract, pack } from '../src/index.js';

interface Entry {
  readonly path: string;
  readonly type?: 'File' | 'SymbolicLink' | 'Link' | 'CharacterDevice' | 'FIFO' | 'Directory';
  readonly linkpath?: string;
  readonly mode?: number;
}

function hostile(entries: readonly Entry[]): Buffer {
  const heads = entries.map(({ path, type = 'File', linkpath, mode = 0o644 }) => {
    const bytes = Buffer.alloc(512);
    new Header({ path, type, size: 0, mode, mtime: new Date(0), ...(linkpath && { linkpath }) }).encode(bytes);
    return bytes;
  });
  return Buffer.concat([...heads, Buffer.alloc(1024)]);
}

async function room(): Promise<{ outer: string; inner: string }> {
  const outer = await mkdtemp(join(tmpdir(), 'lading-archive-'));
  return { outer, inner: join(outer, 'inner') };
}

async function names(archive: Readable): Promise<string[]> {
  const found: string[] = [];
  const parser = list({
    onReadEntry: (entry) => void found.push(`${entry.path}${entry.linkpath ? ` -> ${entry.linkpath}` : ''}`),
  });
  for await (const chunk of archive) parser.write(chunk as Buffer);
  parser.end();
  return found;
}

describe('extract rejects', () => {
  const cases: readonly (readonly [string, readonly Entry[]])[] = [
    ['absolute paths', [{ path: '/tmp/lading-evil' }]],
    ['".."', [{ path: 'a/../../evil' }]],
    ['links out', [{ path: 'l', type: 'SymbolicLink', linkpath: '../outside' }]],
    ['absolute links', [{ path: 'l', type: 'SymbolicLink', linkpath: '/etc' }]],
    ['links that go up behind a name', [{ path: 'd/l', type: 'SymbolicLink', linkpath: 's/../..' }]],
    ['files behind links', [{ path: 'l', type: 'SymbolicLink', linkpath: '.' }, { path: 'l/evil' }]],
    ['files through links', [{ path: 'l', type: 'SymbolicLink', linkpath: 'x' }, { path: 'l' }]],
    ['hard links out', [{ path: 'h', type: 'Link', linkpath: '../secret' }]],
    ['hard links to what was there before', [{ path: 'h', type: 'Link', linkpath: 'there' }]],
    ['devices', [{ path: 'dev', type: 'CharacterDevice' }]],
    ['pipes', [{ path: 'pipe', type: 'FIFO' }]],
  ];
  it.each(cases)('%s', async (_title, entries) => {
    const { outer, inner } = await room();
    const culprit = entries.at(-1)?.path ?? '';
    await expect(extract(hostile(entries), inner)).rejects.toMatchObject({ code: 'ENTRY_REFUSED', entry: culprit });
    expect(await readdir(outer)).toEqual(['inner']);
  });
});

it('extract removes setuid and setgid bits, and skips links on request', async () => {
  const { inner } = await room();
  const link = { path: 'away', type: 'SymbolicLink', linkpath: '/root' } as const;
  await extract(hostile([{ path: 'tool', mode: 0o6755 }, link, { path: 'after' }]), inner, { links: 'skip' });
  expect((await readdir(inner)).sort()).toEqual(['after', 'tool']);
  expect((await stat(join(inner, 'tool'))).mode & 0o7777).toBe(0o755);
});

it('extract reports bytes that are not an archive, and an archive without an end', async () => {
  const { inner } = await room();
  const whole = hostile([{ path: 'a' }]);
  const broken = { name: 'ArchiveError', code: 'ARCHIVE_INVALID' };
  await expect(extract(Buffer.alloc(2048, 'x'), inner)).rejects.toMatchObject(broken);
  await expect(extract(whole.subarray(0, 300), inner)).rejects.toMatchObject(broken);
  await expect(extract(whole, inner, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
});

it('a build file outside of the folder is rejected', async () => {
  const { inner } = await room();
  for (const dockerfile of ['../Dockerfile', '/Dockerfile', '.', '..']) {
    expect(() => buildContext(inner, { dockerfile })).toThrow(/is not in the folder/);
  }
});

it('names of any length and script are packed', async () => {
  const { inner } = await room();
  const files = { [`${'a'.repeat(200)}/${'b'.repeat(200)}`]: 'long', 'größe/漢': 'script' };
  expect(await names(pack(files))).toEqual(Object.keys(files));
  await extract(pack(files), inner);
  expect(await names(pack(inner))).toEqual([
    `${'a'.repeat(200)}/`,
    ...Object.keys(files).slice(0, 1),
    'größe/',
    'größe/漢',
  ]);
});

it('extract writes what pack packs', async () => {
  const { inner } = await room();
  await extract(pack({ 'a/b.txt': 'text', c: new Uint8Array([1]) }), inner);
  expect(await readFile(join(inner, 'a/b.txt'), 'utf8')).toBe('text');
  const again = `${inner}2`;
  await extract(pack(inner), again, { strip: 1 });
  expect(await readdir(again)).toEqual(['b.txt']);
});

it('buildContext applies the ignore files, and includes the build file and links', async () => {
  const { inner } = await room();
  await mkdir(join(inner, 'logs'), { recursive: true });
  for (const file of ['Dockerfile', 'other.Dockerfile', 'a.txt', '@b', 'logs/x.log', 'logs/keep.log']) {
    await writeFile(join(inner, file), '');
  }
  await symlink('/etc/passwd', join(inner, 'link'));
  execFileSync('mkfifo', [join(inner, 'pipe')]);
  await writeFile(join(inner, '.dockerignore'), '# all but\nlogs\n!logs/keep.log\n*ockerfile\n');
  expect(await names(buildContext(inner))).toEqual([
    '.dockerignore',
    '@b',
    'Dockerfile',
    'a.txt',
    'link -> /etc/passwd',
    'logs/',
    'logs/keep.log',
  ]);
  await writeFile(join(inner, 'other.Dockerfile.dockerignore'), '*\n');
  expect(await names(buildContext(inner, { dockerfile: 'other.Dockerfile' }))).toEqual([
    '.dockerignore',
    'other.Dockerfile',
  ]);
});
