/** Decompresses an archive if it is compressed. */
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ArchiveError } from './archive-error.js';

const blockLength = 512;

/** More output bytes than this per input byte count as an attack: only long runs of one byte come near it. */
const maxRatio = 1000;

const gzip = '1f8b';

/** Formats that cannot be decompressed, by their first bytes in hexadecimal. */
const otherFormats: readonly (readonly [RegExp, string])[] = [
  [/^28b52ffd/, 'zstd'],
  [/^fd377a585a00/, 'xz'],
  [/^425a683[1-9](314159265359|177245385090)/, 'bzip2'],
  [/^04224d18/, 'lz4'],
  [/^4c5a4950/, 'lzip'],
  [/^1f9d/, 'compress'],
  [/^504b0[357]0[468]/, 'zip'],
];

/**
 * Yields the bytes of the plain archive.
 *
 * @throws ArchiveError `COMPRESSION_UNSUPPORTED` that names the format
 */
export async function* decompressed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const rest = chunks[Symbol.asyncIterator]();
  const head = await firstBlock(rest);
  const magic = head.toString('hex', 0, 10);
  if (isHeader(head)) yield* joined(head, rest);
  else if (magic.startsWith(gzip)) yield* gunzipped(joined(head, rest));
  else {
    const format = otherFormats.find(([pattern]) => pattern.test(magic))?.[1];
    if (format !== undefined) {
      const message = `The archive is compressed with ${format}; only plain archives and gzip can be unpacked.`;
      throw new ArchiveError('COMPRESSION_UNSUPPORTED', message);
    }
    yield* joined(head, rest);
  }
}

/** Reads at least one block, unless the archive is shorter. */
async function firstBlock(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  const head: Buffer[] = [];
  let length = 0;
  while (length < blockLength) {
    const { done, value } = await chunks.next();
    if (done === true) break;
    head.push(value);
    length += value.length;
  }
  return Buffer.concat(head, length);
}

/** Whether the first block is a valid header: a file name may begin with the same bytes as a compressed archive. */
function isHeader(head: Buffer): boolean {
  if (head.length < blockLength) return false;
  const header = head.subarray(0, blockLength);
  const checksum = Number.parseInt(header.toString('latin1', 148, 156).trim(), 8);
  // The checksum counts itself as spaces.
  const sum = header.reduce((total, byte, index) => total + (index >= 148 && index < 156 ? 0x20 : byte), 0);
  return checksum === sum;
}

async function* joined(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

async function* gunzipped(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let compressedLength = 0;
  let length = 0;
  const counted = async function* (): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      compressedLength += chunk.length;
      yield chunk;
    }
  };
  const gunzip = createGunzip();
  // The loop below throws a failure of either stream.
  pipeline(counted(), gunzip, () => undefined);
  for await (const chunk of gunzip as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxRatio * compressedLength) {
      throw new ArchiveError('ARCHIVE_INVALID', `The archive unpacks to more than ${maxRatio} times its size.`);
    }
    yield chunk;
  }
}
