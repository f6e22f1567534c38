/** Converts files to a tar archive and back. */
import { posix } from 'node:path';
import { Readable } from 'node:stream';
import { BadRequest, ServerError } from '@lading/server-v1.44';
import type { FileTree, TreeEntry } from '../ports/filesystem.js';
import { decompress, maxArchive } from './decompress.js';
import { newFile } from './memory-tree.js';
import { resolvePath } from './paths.js';
import { tarBlocks, tarMembers, type NamedEntry, type TarMember } from './tar-format.js';

/**
 * Archives `path` and everything below it.
 *
 * @param name the first part of the names of the entries, such as `bin`, `.` or `/`; empty for names relative to `path`
 */
export function archiveOf(files: FileTree, path: string, name = ''): AsyncIterable<Uint8Array> {
  const members = files.below(path).map(([each, entry]): NamedEntry => {
    const rest = path === '/' ? each.slice(1) : each.slice(path.length + 1);
    return [name === '' || rest === '' ? name + rest : `${name === '/' ? '' : name}/${rest}`, entry];
  });
  return Readable.from(tarBlocks(members.filter(([member]) => member !== '')));
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
  const members = Object.entries(files).map(([name, file]): NamedEntry => {
    const { data, modified } = typeof file === 'object' && 'modified' in file ? file : { data: file };
    return [name, newFile(Buffer.from(data as Uint8Array), modified)];
  });
  return Readable.from(tarBlocks(members));
}

/**
 * Reads the entries of an archive, by absolute path. All paths are below `folder`.
 *
 * @param lower files to which hard links of the archive may point
 * @param isConfined whether a name that leads out of the folder is an error, and not one below it
 * @throws BadRequest if it is not a valid archive
 */
export async function entriesOf(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  folder = '/',
  lower?: FileTree,
  isConfined = false,
): Promise<Map<string, TreeEntry>> {
  const entries = new Map<string, TreeEntry>();
  const archive = await decompress(await bytesOf(body));
  try {
    for (const member of tarMembers(archive)) {
      const { name } = member;
      const relative = posix.normalize(name.replace(/^\/+/, '') || '.');
      if (isConfined && /^\.\.(\/|$)/.test(relative)) throw new OutsideError(relative, folder);
      const path = resolvePath(`.${resolvePath(name)}`, folder);
      const linked = (linkname: string): TreeEntry | undefined => {
        const target = resolvePath(`.${resolvePath(linkname)}`, folder);
        return entries.get(target) ?? lower?.get(target);
      };
      entries.set(path, entryOf(member, linked));
    }
  } catch (error) {
    if (error instanceof OutsideError) throw error;
    const message = error instanceof Error ? error.message : 'invalid tar header';
    throw new BadRequest(message === 'Unexpected end of data' ? 'unexpected EOF' : `archive/tar: ${message}`);
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

function entryOf(
  { type, mode, uid, gid, modified, linkname, data }: TarMember,
  linked: (linkname: string) => TreeEntry | undefined,
): TreeEntry {
  const common = { mode, uid, gid, modified };
  if (type === 'directory') return { kind: 'folder', ...common };
  if (type === 'symlink') return { kind: 'link', target: linkname, ...common };
  return (type === 'link' ? linked(linkname) : undefined) ?? { kind: 'file', data, ...common };
}
