// Creates small tar archives in memory, so that drivers need no files on disk.
import { pack } from 'tar-stream';

export interface TarEntry {
  readonly name: string;
  readonly data?: string | Buffer;
  readonly mode?: number;
  /** The target, if the entry is a symbolic link. */
  readonly link?: string;
  readonly folder?: boolean;
}

/** A constant modification time: engines treat an image with other times as another image. */
const mtime = new Date(1_700_000_000_000);

export async function tarArchive(entries: readonly TarEntry[]): Promise<Buffer> {
  const archive = pack();
  for (const { name, data = '', mode, link, folder } of entries) {
    if (folder === true) archive.entry({ name, type: 'directory', mode: mode ?? 0o755, mtime });
    else if (link !== undefined) archive.entry({ name, type: 'symlink', linkname: link, mode: mode ?? 0o644, mtime });
    else archive.entry({ name, mode: mode ?? 0o644, mtime }, data);
  }
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
