/** Builds archives for tests block by block, and provides them from all kinds of sources. */
import { Readable } from 'node:stream';
import { Header, Pax } from 'tar';

/** An entry as it is expected on disk. */
export interface TestEntry {
  readonly type: 'File' | 'Directory' | 'SymbolicLink' | 'Link';
  readonly path: string;
  readonly data?: string;
  readonly linkpath?: string;
}

/** How names that do not fit into a header are written. */
type NameFormat = 'gnu' | 'pax';

export const endBlocks = Buffer.alloc(1024);

/** Returns the bytes of one entry. */
export function entryBytes({ type, path, data = '', linkpath }: TestEntry, format: NameFormat = 'pax'): Buffer {
  const content = padded(Buffer.from(data));
  const header = new Header({
    type,
    path: type === 'Directory' ? `${path}/` : path,
    size: Buffer.byteLength(data),
    mode: type === 'Directory' ? 0o755 : 0o644,
    mtime: new Date(1_700_000_000_000),
    ...(linkpath !== undefined && { linkpath }),
  });
  const block = Buffer.alloc(512);
  if (!header.encode(block)) return Buffer.concat([block, content]);
  const full = { path: header.path ?? path, ...(linkpath !== undefined && { linkpath }) };
  const extension =
    format === 'pax'
      ? new Pax({ ...full, size: Buffer.byteLength(data) }).encode()
      : Buffer.concat([gnuName('L', full.path), ...(linkpath === undefined ? [] : [gnuName('K', linkpath)])]);
  return Buffer.concat([extension, block, content]);
}

/** Returns a header with any type flag. */
export function rawHeader(path: string, typeFlag: string, size: number): Buffer {
  const block = Buffer.alloc(512);
  new Header({ path, type: 'File', size, mode: 0o644, mtime: new Date(0) }).encode(block);
  block.write(typeFlag, 156, 1, 'latin1');
  block.fill(' ', 148, 156);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 8, 'latin1');
  return block;
}

export function padded(data: Buffer): Buffer {
  return Buffer.concat([data, Buffer.alloc((512 - (data.length % 512)) % 512)]);
}

function gnuName(flag: 'L' | 'K', name: string): Buffer {
  const data = Buffer.from(`${name}\0`);
  return Buffer.concat([rawHeader('././@LongLink', flag, data.length), padded(data)]);
}

/** Splits bytes into pieces of at most the given lengths, in turn. */
export function cut(bytes: Uint8Array, lengths: readonly number[]): Buffer[] {
  const pieces: Buffer[] = [];
  for (let start = 0, index = 0; start < bytes.length; index += 1) {
    const length = lengths[index % lengths.length] ?? bytes.length;
    pieces.push(Buffer.from(bytes.subarray(start, start + length)));
    start += length;
  }
  return pieces;
}

async function* each(pieces: readonly Buffer[], late: number): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield new Uint8Array(piece);
  await new Promise((resolve) => setTimeout(resolve, late));
}

type Arrival = (pieces: readonly Buffer[]) => Parameters<typeof import('../../src/index.js').extract>[0];

/** Every kind of source that an archive may come from. */
export const arrivals: Readonly<Record<string, Arrival>> = {
  'a Uint8Array': (pieces) => new Uint8Array(Buffer.concat(pieces)),
  'a Buffer': (pieces) => Buffer.concat(pieces),
  'a Node stream': (pieces) => Readable.from(pieces, { objectMode: false }),
  'an async iterable': (pieces) => each(pieces, 0),
  'a web stream': (pieces) =>
    new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new Uint8Array(piece));
        controller.close();
      },
    }),
  'a stream that ends late': (pieces) => Readable.from(each(pieces, 20), { objectMode: false }),
};
