/** An untrusted archive → files in a folder, and nowhere else. */
import { mkdir, realpath } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ReadEntry, Unpack } from 'tar';
import { ArchiveError } from './archive-error.js';
import { judge } from './judge.js';

export interface ExtractOptions {
  /** How many leading names to leave out of every path; default 0. */
  readonly strip?: number;
  /** Which entries to write, by their path in the archive; all by default. */
  readonly filter?: (path: string) => boolean;
  /** `skip` writes no links at all and goes on; by default a link that leaves the folder is an error. */
  readonly links?: 'inside' | 'skip';
  readonly signal?: AbortSignal;
}

/**
 * Writes an archive (plain or gzip) into a folder, which is made if needed. Refused are absolute paths, `..`, links that
 * lead out of the folder, entries behind links, and devices; what came before the refused entry stays written. Owners are not kept, nor
 * the bits that lend rights.
 *
 * @throws ArchiveError that names the entry
 */
export async function extract(
  archive: Readable | AsyncIterable<Uint8Array> | Uint8Array,
  folder: string,
  { strip = 0, filter, links = 'inside', signal }: ExtractOptions = {},
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const refusedBy = judge();
  let refused: ArchiveError | undefined;
  const sink = new Unpack({
    cwd: await realpath(folder),
    strict: true,
    preserveOwner: false,
    filter(path, entry) {
      if (refused !== undefined || !(entry instanceof ReadEntry)) return false;
      if (filter?.(path) === false) return false;
      if (links === 'skip' && (entry.type === 'SymbolicLink' || entry.type === 'Link')) return false;
      const stripped = path.split('/').slice(strip).join('/');
      if (strip > 0 && stripped === '') return false;
      const { type, linkpath } = entry;
      const target = type === 'Link' ? linkpath?.split('/').slice(strip).join('/') : linkpath;
      // What is stripped away must be harmless too.
      const reason = refusedBy({ path: strip > 0 && !path.includes('..') ? stripped : path, type, linkpath: target });
      if (reason !== undefined) {
        refused = new ArchiveError(
          'ENTRY_REFUSED',
          `The archive's entry ${JSON.stringify(path)} was refused: ${reason}.`,
          path,
        );
        return false;
      }
      if (entry.mode !== undefined) entry.mode &= 0o777;
      return true;
    },
    ...(strip > 0 && { strip }),
  });
  const source =
    archive instanceof Readable ? archive : Readable.from(archive instanceof Uint8Array ? [archive] : archive);
  try {
    await pipeline(
      source,
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          yield chunk;
          if (refused !== undefined) throw refused;
        }
      },
      sink as unknown as NodeJS.WritableStream,
      signal ? { signal } : {},
    );
  } catch (error) {
    signal?.throwIfAborted();
    throw refused ?? invalid(error);
  }
  if (refused !== undefined) throw refused;
}

function invalid(error: unknown): unknown {
  if (!(error instanceof Error) || !('tarCode' in error || 'recoverable' in error || error.name === 'SymlinkError'))
    return error;
  const path = 'entry' in error ? (error.entry as { path?: unknown } | undefined)?.path : undefined;
  const entry = typeof path === 'string' ? path : undefined;
  const where = entry === undefined ? '' : ` at ${JSON.stringify(entry)}`;
  return new ArchiveError('ARCHIVE_INVALID', `The archive cannot be unpacked${where}: ${error.message}`, entry, {
    cause: error,
  });
}
