/** Extracts an untrusted archive into a folder, and writes nowhere else. */
import { mkdir, realpath } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { InputError, readableFrom } from '@lading/runtime-client';
import { ReadEntry } from 'tar';
import { ArchiveError } from './archive-error.js';
import { decompressed } from './decompress.js';
import { EntryFilter, type ExtractOptions } from './entry-filter.js';
import { EntrySplitter } from './entry-splitter.js';
import { Unpacker } from './unpacker.js';

/**
 * Extracts an archive (plain or gzip) into a folder, which is created if needed. Resolves when every file is written and
 * closed. Rejects absolute paths, `..`, links that lead out of the folder, entries below links, devices, and sparse
 * files; entries before the rejected one stay written. Owners and the setuid, setgid and sticky bits are not preserved.
 *
 * An archive that ends within an entry is an error. As with GNU tar, an archive that ends after an entry does not need
 * the two blocks of zeros, and bytes after those are ignored. A stream is read to its end, and destroyed after a failure.
 *
 * @throws ArchiveError that names the entry
 * @throws the error of the stream, if it fails; the reason of the signal after an abort
 */
export async function extract(
  archive: Readable | AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | Uint8Array,
  folder: string,
  options: ExtractOptions = {},
): Promise<void> {
  const { signal } = options;
  const source = readableFrom(archive);
  if (source === undefined) throw new InputError('BODY_INVALID', 'An archive must be bytes or a stream of bytes.');
  // The stream may fail before it is read, and again afterwards; neither failure may end the process.
  source.on('error', () => undefined);
  const abort = (): void => void source.destroy(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
  signal?.addEventListener('abort', abort, { once: true });
  try {
    signal?.throwIfAborted();
    await unpack(source, folder, options);
  } catch (error) {
    signal?.throwIfAborted();
    throw error === source.errored ? error : invalid(error);
  } finally {
    signal?.removeEventListener('abort', abort);
    source.destroy();
  }
}

async function unpack(source: Readable, folder: string, options: ExtractOptions): Promise<void> {
  await mkdir(folder, { recursive: true });
  const entries = new EntryFilter(options);
  const { strip = 0 } = options;
  const unpacker = new Unpacker({
    cwd: await realpath(folder),
    preserveOwner: false,
    filter: (_path, entry) => entry instanceof ReadEntry && entries.accepts(entry),
    ...(strip > 0 && { strip }),
  });
  const splitter = new EntrySplitter();
  try {
    for await (const chunk of decompressed(bytesOf(source))) {
      for (const piece of splitter.push(chunk)) {
        await unpacker.write(piece);
        entries.throwIfRefused();
      }
    }
    splitter.end();
    if (splitter.entries > 0) await unpacker.end();
  } catch (error) {
    await unpacker.abandon();
    throw error;
  }
}

async function* bytesOf(source: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of source as AsyncIterable<unknown>) {
    if (!(chunk instanceof Uint8Array)) throw new InputError('BODY_INVALID', 'An archive must be a stream of bytes.');
    yield Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
}

function invalid(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof ArchiveError) return error;
  const ofUnpacker = 'tarCode' in error || 'recoverable' in error || error.name === 'SymlinkError';
  const ofGunzip = 'code' in error && String(error.code).startsWith('Z_');
  if (!ofUnpacker && !ofGunzip) return error;
  const path = 'entry' in error ? (error.entry as { path?: unknown } | undefined)?.path : undefined;
  const entry = typeof path === 'string' ? path : undefined;
  const where = entry === undefined ? '' : ` at ${JSON.stringify(entry)}`;
  return new ArchiveError('ARCHIVE_INVALID', `The archive cannot be unpacked${where}: ${error.message}`, entry, {
    cause: error,
  });
}
