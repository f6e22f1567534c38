/** Converts files to a tar archive and back. */
import { gunzipSync } from 'node:zlib';
import { BadRequest } from '@lading/server';
import { extract, pack, type Header, type Pack } from 'tar-stream';
import type { FileTree, TreeEntry } from '../ports/filesystem.js';
import { resolvePath } from './paths.js';

/**
 * Archives `path` and everything below it.
 *
 * @param name the first part of the names of the entries; empty for names relative to `path`
 */
export function archiveOf(files: FileTree, path: string, name = ''): AsyncIterable<Uint8Array> {
  const archive = pack();
  const root = name === '/' ? '' : name;
  for (const [each, entry] of files.below(path)) {
    const rest = path === '/' ? each.slice(1) : each.slice(path.length + 1);
    const entryName = [root, rest].filter((part) => part !== '').join('/');
    if (entryName !== '') addTo(archive, entryName, entry);
  }
  archive.finalize();
  return archive as AsyncIterable<Uint8Array>;
}

/** Archives the given files. */
export function archiveWith(files: Readonly<Record<string, string | Uint8Array>>): AsyncIterable<Uint8Array> {
  const archive = pack();
  for (const [name, data] of Object.entries(files)) archive.entry({ name }, Buffer.from(data as Uint8Array));
  archive.finalize();
  return archive as AsyncIterable<Uint8Array>;
}

/**
 * Reads the entries of an archive, by absolute path. All paths are below `folder`.
 * @throws BadRequest if it is not a valid archive
 */
export async function entriesOf(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  folder = '/',
): Promise<Map<string, TreeEntry>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const entries = new Map<string, TreeEntry>();
  const parser = extract();
  parser.end(bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes);
  try {
    for await (const entry of parser) {
      const content: Buffer[] = [];
      for await (const chunk of entry) content.push(chunk as Buffer);
      const path = resolvePath(`.${resolvePath(entry.header.name)}`, folder);
      entries.set(path, entryOf(entry.header, Buffer.concat(content), entries, folder));
    }
  } catch (error) {
    throw new BadRequest(`archive/tar: ${error instanceof Error ? error.message : 'invalid tar header'}`);
  }
  return entries;
}

function addTo(archive: Pack, name: string, entry: TreeEntry): void {
  const { mode, uid, gid, modified } = entry;
  const common = { mode, uid, gid, mtime: new Date(modified) };
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
  { type, mode, uid, gid, mtime, linkname }: Header,
  data: Buffer,
  all: Map<string, TreeEntry>,
  folder: string,
): TreeEntry {
  const common = { mode, uid, gid, modified: mtime.getTime() };
  if (type === 'directory') return { kind: 'folder', ...common };
  if (type === 'symlink') return { kind: 'link', target: linkname, ...common };
  const linkedEntry = type === 'link' ? all.get(resolvePath(`.${resolvePath(linkname)}`, folder)) : undefined;
  return linkedEntry ?? { kind: 'file', data, ...common };
}
