/** Splits the bytes of an archive into pieces for the unpacker, and checks that the archive is complete. */
import { Header, Pax, ReadEntry } from 'tar';
import { ArchiveError } from './archive-error.js';

const blockLength = 512;

/** A longer path or set of extended attributes than this counts as an attack. */
const maxMetadata = 1024 * 1024;

/** Entry types that create no file: a label, and attributes of the next file from other systems. */
const labels = new Set(['TapeVolumeHeader', 'SolarisACL', 'Inode']);

/**
 * Splits at block boundaries and passes the metadata in front of an entry in one piece: the unpacker decodes names piece
 * by piece, which would damage a character that was split. Entries that the unpacker would silently skip are rejected.
 *
 * Like GNU tar, it accepts an archive that ends after an entry without the two blocks of zeros, and ignores bytes after
 * those blocks.
 */
export class EntrySplitter {
  /** The number of entries so far, without those that only describe other entries. */
  entries = 0;
  #pending: Buffer = Buffer.alloc(0);
  /** The number of content bytes, in whole blocks, until the next header. */
  #content = 0;
  #zeroBlocks = 0;
  #path: string | undefined;
  #extended: Pax | undefined;
  #global: Pax | undefined;

  /**
   * Adds bytes and returns the pieces that are complete.
   *
   * @throws ArchiveError for bytes that are not an archive, or that cannot be unpacked as intended
   */
  push(chunk: Buffer): Buffer[] {
    const pieces: Buffer[] = [];
    let bytes = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    while (bytes.length > 0 && this.#zeroBlocks < 2) {
      const length = this.#content > 0 ? this.#contentLength(bytes) : this.#entryLength(bytes);
      if (length === 0) break;
      // The unpacker does not accept an archive that consists of its end only.
      if (this.#zeroBlocks === 0) pieces.push(bytes.subarray(0, length));
      bytes = bytes.subarray(length);
    }
    this.#pending = this.#zeroBlocks < 2 ? bytes : Buffer.alloc(0);
    return pieces;
  }

  /** @throws ArchiveError if the archive is truncated */
  end(): void {
    const rest = this.#pending.some((byte) => byte !== 0);
    if (this.#content > 0 || rest || this.#extended !== undefined) {
      throw invalid('it ends in the middle of an entry', this.#path);
    }
    if (this.entries === 0 && this.#zeroBlocks === 0) throw invalid('it is empty');
  }

  #contentLength(bytes: Buffer): number {
    const length = Math.min(this.#content, bytes.length - (bytes.length % blockLength));
    this.#content -= length;
    return length;
  }

  /** Returns the length of a header with the metadata that follows it; 0 while it is incomplete. */
  #entryLength(bytes: Buffer): number {
    if (bytes.length < blockLength) return 0;
    const header = this.#headerOf(bytes);
    if (header.nullBlock) return this.#endBlock();
    if (this.#zeroBlocks > 0) throw invalid('an entry follows a block of zeros');
    if (!header.cksumValid) throw invalid('a header has a wrong checksum');
    if (!header.path) throw invalid('an entry has no name');
    const entry = new ReadEntry(header, this.#extended, this.#global);
    const length = entry.blockRemain;
    if (!entry.meta) {
      this.#refuseUnsupported(entry);
      this.#path = entry.path;
      this.#extended = undefined;
      this.#content = length;
      this.entries += 1;
      return blockLength;
    }
    if (length > maxMetadata) throw invalid('the attributes of an entry are too long');
    if (bytes.length < blockLength + length) return 0;
    this.#takeMetadata(entry, bytes.toString('utf8', blockLength, blockLength + entry.size));
    return blockLength + length;
  }

  #headerOf(bytes: Buffer): Header {
    try {
      return new Header(bytes, 0, this.#extended, this.#global);
    } catch {
      throw invalid('a header is malformed', this.#path);
    }
  }

  #endBlock(): number {
    if (this.#extended !== undefined) throw invalid('it ends in the middle of an entry', this.#path);
    this.#zeroBlocks += 1;
    return blockLength;
  }

  // Does the same as the unpacker: both must agree on where an entry begins.
  #takeMetadata({ type }: ReadEntry, text: string): void {
    const isGlobal = type === 'GlobalExtendedHeader';
    if (isGlobal || type === 'ExtendedHeader' || type === 'OldExtendedHeader') {
      const problem = paxProblem(text);
      if (problem !== undefined) throw invalid(problem, this.#path);
      if (isGlobal) this.#global = Pax.parse(text, this.#global, true);
      else this.#extended = Pax.parse(text, this.#extended, false);
      return;
    }
    const name = text.replace(/\0.*/, '');
    const field = type === 'NextFileHasLongLinkpath' ? 'linkpath' : 'path';
    this.#extended = Object.assign(this.#extended ?? (Object.create(null) as Pax), { [field]: name });
  }

  #refuseUnsupported({ type, path, ignore }: ReadEntry): void {
    if (!ignore || labels.has(type)) return;
    const reason = type === 'SparseFile' ? 'it is a sparse file' : `it is not a file, folder or link but ${type}`;
    throw new ArchiveError(
      'ENTRY_REFUSED',
      `The archive's entry ${JSON.stringify(path)} was refused: ${reason}.`,
      path,
    );
  }
}

function invalid(reason: string, entry?: string): ArchiveError {
  const where = entry === undefined ? '' : ` at or after ${JSON.stringify(entry)}`;
  return new ArchiveError('ARCHIVE_INVALID', `The archive cannot be unpacked${where}: ${reason}.`, entry);
}

/**
 * Checks whether the unpacker reads the records of an extended header correctly.
 *
 * @returns the reason why not; undefined if it does
 */
function paxProblem(text: string): string | undefined {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    // Some writers fill up the block with zeros.
    if (rest.every((byte) => byte === 0)) return undefined;
    const [prefix = '', digits = ''] = /^(\d{1,7}) /.exec(rest.toString('latin1', 0, 8)) ?? [];
    const length = Number(digits);
    const record = rest.toString('utf8', prefix.length, length - 1);
    const separator = record.indexOf('=');
    if (prefix === '' || length > rest.length || rest[length - 1] !== 10 || separator < 1) {
      return 'an extended header is malformed';
    }
    const [key, value] = [record.slice(0, separator), record.slice(separator + 1)];
    if (key.startsWith('GNU.sparse.')) return 'it has a sparse file';
    // The unpacker reads line by line, and would skip the whole record.
    if (value.includes('\n') && ['path', 'linkpath', 'size'].includes(key)) return 'a name has a line break';
    rest = rest.subarray(length);
  }
  return undefined;
}
