/** Files as an archive, and an archive as files. */
import { gunzipSync } from 'node:zlib';
import { BadRequest } from '@lading/server';
import { extract, pack, type Header, type Pack } from 'tar-stream';
import type { Entry, FileTree } from './file-tree.js';
import { parentOf, resolvePath } from './paths.js';

/** A place and all below it; names begin with that of the place, or, for the root, in it. */
export function archiveOf(files: FileTree, path: string): AsyncIterable<Uint8Array> {
  const archive = pack();
  const before = path === '/' ? '/' : parentOf(path);
  for (const [each, entry] of files.below(path)) {
    if (each !== '/') addTo(archive, each.slice(before === '/' ? 1 : before.length + 1), entry);
  }
  archive.finalize();
  return archive as AsyncIterable<Uint8Array>;
}

/** An archive of files by name. */
export function archiveWith(files: Readonly<Record<string, string | Uint8Array>>): AsyncIterable<Uint8Array> {
  const archive = pack();
  for (const [name, data] of Object.entries(files)) archive.entry({ name }, Buffer.from(data as Uint8Array));
  archive.finalize();
  return archive as AsyncIterable<Uint8Array>;
}

/**
 * What is in an archive, by absolute path below `folder`. Nothing gets out of that folder.
 * @throws BadRequest when it is no archive
 */
export async function entriesOf(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  folder = '/',
): Promise<Map<string, Entry>> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  const entries = new Map<string, Entry>();
  const parser = extract();
  parser.end(bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes);
  try {
    for await (const entry of parser) {
      const content: Buffer[] = [];
      for await (const piece of entry) content.push(piece as Buffer);
      const path = resolvePath(`.${resolvePath(entry.header.name)}`, folder);
      entries.set(path, entryOf(entry.header, Buffer.concat(content), entries, folder));
    }
  } catch (error) {
    throw new BadRequest(`archive/tar: ${error instanceof Error ? error.message : 'invalid tar header'}`);
  }
  return entries;
}

function addTo(archive: Pack, name: string, entry: Entry): void {
  const common = { mode: entry.mode, mtime: entry.modified };
  switch (entry.kind) {
    case 'file':
      archive.entry({ name, ...common }, entry.data);
      break;
    case 'folder':
      archive.entry({ name: `${name}/`, type: 'directory', ...common });
      break;
    case 'link':
      archive.entry({ name, type: 'symlink', linkname: entry.target, ...common });
  }
}

function entryOf(
  { type, mode, mtime, linkname }: Header,
  data: Buffer,
  all: Map<string, Entry>,
  folder: string,
): Entry {
  const common = { mode, modified: mtime };
  if (type === 'directory') return { kind: 'folder', ...common };
  if (type === 'symlink') return { kind: 'link', target: linkname, ...common };
  const same = type === 'link' ? all.get(resolvePath(`.${resolvePath(linkname)}`, folder)) : undefined;
  return same ?? { kind: 'file', data, ...common };
}
