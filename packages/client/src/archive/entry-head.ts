/** Writes the headers of archive entries. */
import { Header, Pax } from 'tar';

interface EntryHead {
  readonly type: 'File' | 'Directory' | 'SymbolicLink' | 'Link';
  readonly path: string;
  readonly size: number;
  readonly mode: number;
  readonly mtime?: Date;
  readonly linkpath?: string;
}

/**
 * Returns the header of an entry, preceded by an extended header where a name is too long or is not ASCII. Files have no
 * owner.
 */
export function entryHead(entry: EntryHead): Buffer {
  const block = Buffer.alloc(512);
  const header = new Header({ ...entry, uid: 0, gid: 0 });
  if (!header.encode(block)) return block;
  const { path, size, linkpath, mtime } = entry;
  const extended = new Pax({ path, size, ...(linkpath !== undefined && { linkpath }), ...(mtime && { mtime }) });
  return Buffer.concat([extended.encode(), block]);
}

/** Returns the zeros that fill up the last block of content. */
export function padding(size: number): Buffer {
  return Buffer.alloc((512 - (size % 512)) % 512);
}

/** The end of an archive: two blocks of zeros. */
export const endOfArchive: Buffer = Buffer.alloc(1024);
