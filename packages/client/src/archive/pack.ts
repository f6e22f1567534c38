/** Files for a container → the archive that `container.putArchive` takes. */
import { Readable } from 'node:stream';
import { Header } from 'tar';
import { InputError } from '@lading/runtime-client';
import { packPaths } from './pack-paths.js';
import { walk } from './walk.js';

/** A file's content, or with its mode; `/` separates folders in names. */
export type PackedFile = string | Uint8Array | { readonly data: string | Uint8Array; readonly mode?: number };

/**
 * A folder's content, or files given by name.
 * @example pack({ 'etc/app.json': JSON.stringify(settings) })
 */
export function pack(source: string | Readonly<Record<string, PackedFile>>): Readable {
  if (typeof source !== 'string') return Readable.from(archive(source), { objectMode: false });
  return packPaths(source, () =>
    walk(
      source,
      () => true,
      () => true,
    ),
  );
}

function* archive(files: Readonly<Record<string, PackedFile>>): Generator<Buffer> {
  for (const [path, file] of Object.entries(files)) {
    const given = typeof file === 'string' || file instanceof Uint8Array ? { data: file } : file;
    const data = Buffer.from(given.data as Uint8Array);
    yield head(path, data.length, given.mode ?? 0o644);
    yield data;
    yield Buffer.alloc((512 - (data.length % 512)) % 512);
  }
  yield Buffer.alloc(1024);
}

function head(path: string, size: number, mode: number): Buffer {
  const bytes = Buffer.alloc(512);
  const header = new Header({ path, size, mode, type: 'File', uid: 0, gid: 0, mtime: new Date() });
  if (header.encode(bytes)) throw new InputError('NAME_TOO_LONG', `The name ${JSON.stringify(path)} is too long.`);
  return bytes;
}
