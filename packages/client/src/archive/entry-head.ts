/** What stands in front of an entry's content in an archive. */
import { Header, Pax } from 'tar';

interface EntryHead {
  readonly type: 'File' | 'Directory' | 'SymbolicLink' | 'Link';
  readonly path: string;
  readonly size: number;
  readonly mode: number;
  readonly mtime?: Date;
  readonly linkpath?: string;
}

/** A header, behind an extended one where a name is too long for it or is not ASCII. Owners are nobody's. */
export function entryHead(entry: EntryHead): Buffer {
  const block = Buffer.alloc(512);
  const header = new Header({ ...entry, uid: 0, gid: 0 });
  if (!header.encode(block)) return block;
  const { path, size, linkpath, mtime } = entry;
  const extended = new Pax({ path, size, ...(linkpath !== undefined && { linkpath }), ...(mtime && { mtime }) });
  return Buffer.concat([extended.encode(), block]);
}

/** The zeros that fill up the last block of content. */
export function padding(size: number): Buffer {
  return Buffer.alloc((512 - (size % 512)) % 512);
}

/** Two blocks of zeros. */
export const endOfArchive: Buffer = Buffer.alloc(1024);
