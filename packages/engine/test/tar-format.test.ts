/** Archives in the format of tar, compared with those of a library. */
import fc from 'fast-check';
import { extract, pack, type Header } from 'tar-stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { newFile, newFolder } from '../src/filesystem/memory-tree.js';
import { tarBlocks, tarMembers } from '../src/filesystem/tar-format.js';
import type { TreeEntry } from '../src/ports/filesystem.js';

const time = fc.integer({ min: 0, max: 2 ** 31 - 1 }).map((seconds) => seconds * 1000);
const id = fc.integer({ min: 0, max: 0o777777 });
const mode = fc.integer({ min: 1, max: 0o7777 });
const letters = fc.constantFrom('a', 'b', '.', ' ', 'ä', '→', '/');
const names = fc
  .oneof(
    fc.string({ unit: letters, minLength: 1, maxLength: 20 }),
    fc.string({ unit: letters, minLength: 80, maxLength: 300 }),
    fc.array(fc.constantFrom('a'.repeat(40), 'b'.repeat(99), 'c'), { minLength: 1, maxLength: 8 }).map((parts) => parts.join('/')), // prettier-ignore
  )
  .map((name) => name.replaceAll(/\/+$/g, '-'));
const entries: fc.Arbitrary<TreeEntry> = fc.record({ mode, uid: id, gid: id, modified: time }).chain((common) =>
  fc.oneof(
    fc.uint8Array({ maxLength: 1100 }).map((data) => ({ kind: 'file', ...common, data: Buffer.from(data) }) as const),
    fc.constant({ kind: 'folder', ...common } as const),
    names.map((target) => ({ kind: 'link', ...common, target }) as const),
  ),
);
const members = fc.array(fc.tuple(names, entries), { maxLength: 6 });

/** Returns the archive of the library. */
function packed(all: readonly (readonly [string, TreeEntry])[]): Promise<Buffer> {
  const archive = pack();
  for (const [name, entry] of all) {
    const common = { mode: entry.mode, uid: entry.uid, gid: entry.gid, mtime: new Date(entry.modified) };
    if (entry.kind === 'file') archive.entry({ name, ...common }, entry.data);
    else if (entry.kind === 'folder') archive.entry({ name: `${name}/`, type: 'directory', ...common });
    else archive.entry({ name, type: 'symlink', linkname: entry.target, ...common });
  }
  archive.finalize();
  return buffer(archive);
}

async function extracted(archive: Buffer): Promise<{ header: Header; data: Buffer }[]> {
  const parser = extract();
  parser.end(archive);
  const found = [];
  for await (const entry of parser) found.push({ header: entry.header, data: await buffer(entry) });
  return found;
}

it('writes the bytes that the library writes, and reads what it wrote', async () => {
  await fc.assert(
    fc.asyncProperty(members, async (all) => {
      const archive = Buffer.concat(tarBlocks(all));
      expect(archive).toEqual(await packed(all));
      const read = [...tarMembers(archive)].map(({ name, type, mode, uid, gid, modified, linkname, data }) => [
        name.replace(/\/$/, ''),
        { file: { kind: 'file', data }, directory: { kind: 'folder' }, symlink: { kind: 'link', target: linkname }, link: {} }[type], // prettier-ignore
        { mode, uid, gid, modified },
      ]);
      expect(read).toEqual(
        all.map(([name, { mode, uid, gid, modified, ...rest }]) => [name, rest, { mode, uid, gid, modified }]),
      );
    }),
  );
});

/** An archive with one file, of which a part of the header is another one. */
function changed(offset: number, bytes: string | Uint8Array): Buffer {
  const archive = Buffer.concat(tarBlocks([['file', newFile(Buffer.from('text'), 0)]]));
  archive.set(Buffer.from(bytes as Uint8Array), offset);
  archive.write('        ', 148);
  const sum = archive.subarray(0, 512).reduce((all, byte) => all + byte, 0);
  archive.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return archive;
}

describe('reads', () => {
  it.each([
    ['the magic of GNU', changed(257, 'ustar  \0')],
    ['a size in bytes', changed(124, Uint8Array.from([0x80, ...Array<number>(10).fill(0), 4]))],
    ['a size after spaces', changed(124, '          4\0')],
    ['an empty owner', changed(108, Buffer.alloc(8))],
    ['a name after a prefix', changed(345, 'folder')],
    ['a device', changed(156, '3')],
  ])('%s as the library does', async (_what, archive) => {
    const [{ header, data } = { header: {} as Header, data: undefined }] = await extracted(archive);
    const { name, mode, uid, gid } = header;
    expect([...tarMembers(archive)]).toMatchObject([{ name, mode, uid, gid, data }]);
  });

  it('a time before 1970, and the names of GNU', () => {
    const before = changed(136, Uint8Array.from([...Array<number>(11).fill(0xff), 0xfe]));
    expect([...tarMembers(before)]).toMatchObject([{ modified: -2000 }]);
    const long = changed(156, 'L').subarray(0, 1024);
    expect([...tarMembers(Buffer.concat([long, changed(0, 'x')]))]).toMatchObject([{ name: 'text' }]);
  });
});

describe('reports', () => {
  it.each([
    ['an incomplete member', changed(0, 'x').subarray(0, 700)],
    ['an incomplete header', changed(0, 'x').subarray(0, 100)],
    ['a wrong checksum', Buffer.from(changed(0, 'x')).fill('9', 148, 154)],
    ['another format', changed(257, 'another')],
    ['a negative size', changed(124, Uint8Array.from([...Array<number>(11).fill(0xff), 0xfe]))],
    ['a long header', changed(124, '77777777777\0').fill('x', 156, 157)],
  ])('%s as the library does', async (_what, archive) => {
    const message = await extracted(archive).then(
      () => undefined,
      (error: unknown) => (error as Error).message,
    );
    expect(message).toBeTypeOf('string');
    expect(() => [...tarMembers(archive)]).toThrow(message);
  });

  it('them after the members before', () => {
    const first = tarBlocks([['folder', newFolder(0)]]).slice(0, 1);
    const reader = tarMembers(Buffer.concat([...first, Buffer.alloc(10)]));
    expect(reader.next().value).toMatchObject({ name: 'folder/', type: 'directory' });
    expect(() => reader.next()).toThrow('Unexpected end of data');
  });
});
