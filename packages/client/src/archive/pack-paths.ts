/** Packs paths below a folder into an archive, as a stream. */
import type { Stats } from 'node:fs';
import { lstat, open, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { InputError, readableFrom } from '@lading/runtime-client';
import { endOfArchive, entryHead, padding } from './entry-head.js';

/** How many bytes to read at a time. A file up to this length is one chunk, together with its header and padding. */
const pieceLength = 65_536;

/**
 * Packs the paths. Owners, access times and similar metadata are left out; links stay links. Nothing is read before the
 * stream is; one file is open at a time, and a file that cannot be read fails the stream.
 */
export function packPaths(cwd: string, paths: () => AsyncIterable<string>): Readable {
  return readableFrom(archive(cwd, paths)) as Readable;
}

async function* archive(cwd: string, paths: () => AsyncIterable<string>): AsyncGenerator<Buffer> {
  const linked = new Map<string, string>();
  for await (const path of paths()) {
    const absolute = join(cwd, path);
    const stats = await lstat(absolute);
    const { mtime } = stats;
    if (stats.isSymbolicLink()) {
      const linkpath = slashed(await readlink(absolute));
      yield entryHead({ type: 'SymbolicLink', path, linkpath, size: 0, mode: fileMode(stats), mtime });
    } else if (stats.isDirectory()) {
      yield entryHead({ type: 'Directory', path: `${path}/`, size: 0, mode: folderMode(stats) });
    } else if (stats.isFile()) {
      const inode = `${stats.dev}:${stats.ino}`;
      const linkpath = stats.nlink > 1 ? linked.get(inode) : undefined;
      if (stats.nlink > 1 && linkpath === undefined) linked.set(inode, path);
      if (linkpath === undefined) yield* file(path, absolute, stats);
      else yield entryHead({ type: 'Link', path, linkpath, size: 0, mode: fileMode(stats), mtime });
    }
  }
  yield endOfArchive;
}

async function* file(path: string, absolute: string, stats: Stats): AsyncGenerator<Buffer> {
  const { size, mtime } = stats;
  const head = entryHead({ type: 'File', path, size, mode: fileMode(stats), mtime });
  if (size === 0) return yield head;
  const handle = await open(absolute, 'r');
  try {
    for (let position = 0; position < size;) {
      const wanted = Math.min(pieceLength, size - position);
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, position);
      if (bytesRead === 0) {
        throw new InputError('FILE_CHANGED', `The file ${absolute} became shorter while it was packed.`);
      }
      const isFirst = position === 0;
      position += bytesRead;
      const piece = buffer.subarray(0, bytesRead);
      const around = [...(isFirst ? [head] : []), piece, ...(position === size ? [padding(size)] : [])];
      yield around.length === 1 ? piece : Buffer.concat(around);
    }
  } finally {
    await handle.close();
  }
}

// Adds the rights that a file's owner needs, and removes those that depend on the machine's umask.
function fileMode({ mode }: Stats): number {
  return ((mode & 0o7777) | 0o600) & ~0o022;
}

/** Returns the mode of a folder: whoever may read it may also list it. */
function folderMode(stats: Stats): number {
  const mode = fileMode(stats);
  return mode | ((mode & 0o444) >> 2);
}

function slashed(path: string): string {
  return process.platform === 'win32' ? path.replaceAll('\\', '/') : path;
}
