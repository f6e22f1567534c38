/** Writes archives, in which PGlite takes a data folder. */
import type { DataFile } from './worker-messages.js';

const block = 512;

export function tarOf(files: readonly DataFile[]): Buffer {
  const parts: Buffer[] = [];
  for (const { path, content } of files) {
    const header = Buffer.alloc(block);
    const isFolder = content === undefined;
    header.write(isFolder ? `${path}/` : path, 0, 100, 'utf8');
    header.write(isFolder ? '0000700\0' : '0000600\0', 100, 'latin1');
    header.write('0000000\0', 108, 'latin1');
    header.write('0000000\0', 116, 'latin1');
    header.write(`${(content?.length ?? 0).toString(8).padStart(11, '0')}\0`, 124, 'latin1');
    header.write(`${'0'.repeat(11)}\0`, 136, 'latin1');
    header.write('        ', 148, 'latin1');
    header.write(isFolder ? '5' : '0', 156, 'latin1');
    header.write('ustar\u000000', 257, 'latin1');
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    parts.push(header);
    if (content === undefined) continue;
    parts.push(Buffer.from(content.buffer, content.byteOffset, content.length));
    parts.push(Buffer.alloc((block - (content.length % block)) % block));
  }
  parts.push(Buffer.alloc(2 * block));
  return Buffer.concat(parts);
}
