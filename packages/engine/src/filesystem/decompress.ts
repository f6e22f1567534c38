/** Decompresses archives: gzip, zstd and xz, as engines accept them. */
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { BadRequest, ServerError } from '@lading/server-v1.44';

// A module of CommonJS, whose names an import does not see.
const require = createRequire(import.meta.url);

/** The largest size of an archive, as it is and after decompression, in bytes: an archive is untrusted. */
export const maxArchive = 2 ** 31;

const magic = {
  gzip: [0x1f, 0x8b, 0x08],
  zstd: [0x28, 0xb5, 0x2f, 0xfd],
  xz: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00],
  bzip2: [0x42, 0x5a, 0x68],
} as const;

/** Whether the bytes begin as those of a compressed file. */
export function isCompressed(bytes: Uint8Array): boolean {
  return Object.values(magic).some((start) => startsWith(bytes, start));
}

/** Returns the bytes as they are if they are not compressed. @throws ServerError if they cannot be decompressed */
export async function decompress(bytes: Buffer): Promise<Buffer> {
  try {
    if (startsWith(bytes, magic.gzip)) return gunzipSync(bytes, { maxOutputLength: maxArchive });
    if (startsWith(bytes, magic.zstd)) return await decompressZstd(bytes);
    if (startsWith(bytes, magic.xz)) return await decompressXz(bytes);
  } catch (error) {
    const message = error instanceof Error ? error.message : 'the archive cannot be decompressed';
    throw new ServerError(message === 'unexpected end of file' ? 'unexpected EOF' : message);
  }
  if (startsWith(bytes, magic.bzip2))
    throw new BadRequest('archives compressed by bzip2 are not supported: use gzip, xz or zstd');
  return bytes;
}

// Both libraries load when the first such archive comes.
async function decompressZstd(bytes: Buffer): Promise<Buffer> {
  const { Decompress } = await import('fzstd');
  const chunks: Uint8Array[] = [];
  let size = 0;
  const stream = new Decompress((chunk) => {
    size += chunk.length;
    if (size > maxArchive) throw new Error('the archive is too large');
    chunks.push(chunk);
  });
  stream.push(bytes, true);
  return Buffer.concat(chunks);
}

async function decompressXz(bytes: Buffer): Promise<Buffer> {
  const { XzReadableStream } = require('xz-decompress') as typeof import('xz-decompress');
  const compressed = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = new XzReadableStream(compressed).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > maxArchive) throw new Error('the archive is too large');
    // The library reuses the memory of its chunks.
    chunks.push(Uint8Array.from(next.value));
  }
  return Buffer.concat(chunks);
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

/** Whether the bytes are those of a tar archive, or compressed. */
export function isArchive(data: Buffer): boolean {
  return isCompressed(data) || data.subarray(257, 262).toString('latin1') === 'ustar';
}
