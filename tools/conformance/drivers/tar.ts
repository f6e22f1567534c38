// Writes small tar archives in memory, so that no driver needs files of its own on disk.

export interface TarEntry {
  readonly name: string;
  readonly data?: string | Buffer;
  readonly mode?: number;
  /** The target, if the entry is a symbolic link. */
  readonly link?: string;
  readonly folder?: boolean;
}

const block = 512;

export function tar(entries: readonly TarEntry[]): Buffer {
  const parts = entries.flatMap((entry) => {
    const data = Buffer.from(entry.data ?? '');
    const padding = Buffer.alloc((block - (data.length % block)) % block);
    return [head(entry, data.length), data, padding];
  });
  return Buffer.concat([...parts, Buffer.alloc(2 * block)]);
}

function head(entry: TarEntry, size: number): Buffer {
  const bytes = Buffer.alloc(block);
  const kind = entry.folder ? '5' : entry.link === undefined ? '0' : '2';
  const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`;
  bytes.write(entry.folder ? `${entry.name}/` : entry.name, 0, 100);
  bytes.write(octal(entry.mode ?? (entry.folder ? 0o755 : 0o644), 8), 100);
  bytes.write(octal(0, 8), 108);
  bytes.write(octal(0, 8), 116);
  bytes.write(octal(size, 12), 124);
  bytes.write(octal(1_700_000_000, 12), 136);
  bytes.write(' '.repeat(8), 148);
  bytes.write(kind, 156);
  bytes.write(entry.link ?? '', 157, 100);
  bytes.write('ustar\x0000', 257);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return bytes;
}
