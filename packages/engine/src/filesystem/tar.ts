/** Converts files to a tar archive and back. */
import { createRequire } from 'node:module';
import { posix } from 'node:path';
import { BadRequest, ServerError } from '@lading/server-v1.44';
import type { Header, Pack } from 'tar-stream';
import type { FileTree, TreeEntry } from '../ports/filesystem.js';
import { decompress, maxArchive } from './decompress.js';
import { resolvePath } from './paths.js';

let library: typeof import('tar-stream') | undefined;

/** Loads the library, which has a dozen modules, with the first archive. */
export function tarStream(): typeof import('tar-stream') {
  return (library ??= createRequire(import.meta.url)('tar-stream') as typeof import('tar-stream'));
}

/**
 * Archives `path` and everything below it.
 *
 * @param name the first part of the names of the entries, such as `bin`, `.` or `/`; empty for names relative to `path`
 */
export function archiveOf(files: FileTree, path: string, name = ''): AsyncIterable<Uint8Array> {
  const archive = tarStream().pack();
  for (const [each, entry] of files.below(path)) {
    const rest = path === '/' ? each.slice(1) : each.slice(path.length + 1);
    const entryName = name === '' || rest === '' ? name + rest : `${name === '/' ? '' : name}/${rest}`;
    if (entryName !== '') addTo(archive, entryName, entry);
  }
  archive.finalize();
  return archive as AsyncIterable<Uint8Array>;
}

/** Thrown for an entry of an archive that leads out of its folder. */
class OutsideError extends ServerError {
  constructor(name: string, folder: string) {
    super(`${JSON.stringify(name)} is outside of ${JSON.stringify(folder)}`);
  }
}

export interface ArchivedFile {
  readonly data: string | Uint8Array;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/** Archives the given files. Those without a time get that of the call. */
export function archiveWith(
  files: Readonly<Record<string, string | Uint8Array | ArchivedFile>>,
): AsyncIterable<Uint8Array> {
  const archive = tarStream().pack();
  for (const [name, file] of Object.entries(files)) {
    const { data, modified } = typeof file === 'object' && 'modified' in file ? file : { data: file };
    archive.entry(
      { name, ...(modified !== undefined && { mtime: new Date(modified) }) },
      Buffer.from(data as Uint8Array),
    );
  }
  archive.finalize();
  return archive as AsyncIterable<Uint8Array>;
}

/**
 * Reads the entries of an archive, by absolute path. All paths are below `folder`.
 *
 * @param lower files to which hard links of the archive may point
 * @param isConfined whether a name that leads out of the folder is an error, and not one below it
 * @throws ServerError if it is not a valid archive
 */
export async function entriesOf(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  folder = '/',
  lower?: FileTree,
  isConfined = false,
): Promise<Map<string, TreeEntry>> {
  const entries = new Map<string, TreeEntry>();
  const parser = tarStream().extract();
  parser.end(await decompress(await bytesOf(body)));
  try {
    for await (const entry of parser) {
      const content: Buffer[] = [];
      for await (const chunk of entry) content.push(chunk as Buffer);
      const { name } = entry.header;
      const relative = posix.normalize(name.replace(/^\/+/, '') || '.');
      if (isConfined && /^\.\.(\/|$)/.test(relative)) throw new OutsideError(relative, folder);
      const path = resolvePath(`.${resolvePath(name)}`, folder);
      const linked = (linkname: string): TreeEntry | undefined => {
        const target = resolvePath(`.${resolvePath(linkname)}`, folder);
        return entries.get(target) ?? lower?.get(target);
      };
      entries.set(path, entryOf(entry.header, joined(content), linked));
    }
  } catch (error) {
    if (error instanceof OutsideError) throw error;
    const message =
      error instanceof Error && !error.message.startsWith('Invalid tar header') ? error.message : 'invalid tar header';
    throw new ServerError(message === 'Unexpected end of data' ? 'unexpected EOF' : `archive/tar: ${message}`);
  }
  return entries;
}

/**
 * Reads all bytes, which this engine keeps in memory.
 *
 * @param maxLength in bytes. @default the largest size of an archive
 * @throws BadRequest if there are more, while they are read
 */
export async function bytesOf(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxLength: number = maxArchive,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > maxLength) throw new BadRequest(`the body is larger than ${maxLength} bytes`);
    chunks.push(chunk);
  }
  return joined(chunks);
}

/** Joins chunks; one chunk is not copied, so that the files of an archive share its memory. */
function joined([first, ...rest]: readonly Uint8Array[]): Buffer {
  if (first === undefined) return Buffer.alloc(0);
  if (rest.length > 0) return Buffer.concat([first, ...rest]);
  return Buffer.from(first.buffer, first.byteOffset, first.byteLength);
}

export function addTo(archive: Pack, name: string, entry: TreeEntry): void {
  const { mode, uid, gid, modified } = entry;
  const common = { mode, uid, gid, mtime: new Date(modified) };
  switch (entry.kind) {
    case 'file':
      archive.entry({ name, ...common }, entry.data);
      break;
    case 'folder':
      archive.entry({ name: name.endsWith('/') ? name : `${name}/`, type: 'directory', ...common });
      break;
    case 'link':
      archive.entry({ name, type: 'symlink', linkname: entry.target, ...common });
  }
}

function entryOf(
  { type, mode, uid, gid, mtime, linkname }: Header,
  data: Buffer,
  linked: (linkname: string) => TreeEntry | undefined,
): TreeEntry {
  const common = { mode, uid, gid, modified: mtime.getTime() };
  if (type === 'directory') return { kind: 'folder', ...common };
  // Linux has no modes of links.
  if (type === 'symlink') return { kind: 'link', target: linkname, ...common, mode: 0o777 };
  return (type === 'link' ? linked(linkname) : undefined) ?? { kind: 'file', data, ...common };
}
