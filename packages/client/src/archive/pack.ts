/** Packs files into the archive that `container.putArchive` takes. */
import { Readable } from 'node:stream';
import { endOfArchive, entryHead, padding } from './entry-head.js';
import { packPaths } from './pack-paths.js';
import { walk } from './walk.js';

/** The content of a file, or its content and mode; `/` separates folders in names. */
export type PackedFile = string | Uint8Array | { readonly data: string | Uint8Array; readonly mode?: number };

/**
 * Packs the content of a folder, or files given by name.
 *
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
    const size = data.length;
    yield entryHead({ type: 'File', path, size, mode: given.mode ?? 0o644, mtime: new Date() });
    yield data;
    yield padding(size);
  }
  yield endOfArchive;
}
