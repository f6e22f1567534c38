/** Packs files into a tarball that npm installs: the same bytes on every machine. */
import { crc32 } from 'node:zlib';

export interface PackedFile {
  /** The path in the package, with `/` between the segments. */
  readonly path: string;
  readonly content: Buffer;
}

/** The time that npm gives to packed files: 1985-10-26. */
const modified = 499_162_500;
const blockSize = 512;
/** The most bytes that a stored block of gzip can have. */
const storedSize = 65_535;

/** Returns a gzipped tar archive with the files in the given order. */
export function tarballOf(files: readonly PackedFile[]): Buffer {
  const entries = files.flatMap(({ path, content }) => [header(`package/${path}`, content.length), padded(content)]);
  return gzipped(Buffer.concat([...entries, Buffer.alloc(2 * blockSize)]));
}

function header(path: string, size: number): Buffer {
  const block = Buffer.alloc(blockSize);
  // A path longer than its field continues in a second one, to be joined with a slash.
  const split = Buffer.byteLength(path) <= 100 ? -1 : path.indexOf('/', path.length - 101);
  block.write(path.slice(split + 1), 0, 100);
  block.write(octal(0o644, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  block.write(octal(size, 12), 124);
  block.write(octal(modified, 12), 136);
  block.write(' '.repeat(8), 148);
  block.write('0', 156);
  block.write('ustar\u000000', 257);
  if (split >= 0) block.write(path.slice(0, split), 345, 155);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 7)} `, 148);
  return block;
}

/** Returns a number in octal, ended by a zero byte, as a field of this length. */
function octal(value: number, length: number): string {
  return `${value.toString(8).padStart(length - 1, '0')}\0`;
}

function padded(content: Buffer): Buffer {
  return Buffer.concat([content, Buffer.alloc((blockSize - (content.length % blockSize)) % blockSize)]);
}

/** Stores the bytes uncompressed: compressed ones depend on the version of zlib, and git compresses them anyway. */
function gzipped(content: Buffer): Buffer {
  const blocks: Buffer[] = [];
  for (let start = 0; start < content.length; start += storedSize) {
    const stored = content.subarray(start, start + storedSize);
    const head = Buffer.alloc(5);
    head.writeUInt8(start + storedSize >= content.length ? 1 : 0, 0);
    head.writeUInt16LE(stored.length, 1);
    head.writeUInt16LE(stored.length ^ 0xffff, 3);
    blocks.push(head, stored);
  }
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(content), 0);
  end.writeUInt32LE(content.length, 4);
  const start = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
  return Buffer.concat([start, ...blocks, end]);
}
