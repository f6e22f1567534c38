/** The format of tar archives: ustar, with extended headers (pax) for names that do not fit; GNU's long names are read too. */
import type { TreeEntry } from '../ports/filesystem.js';

/** The name of a member, and its file, folder or symbolic link. */
export type NamedEntry = readonly [name: string, entry: TreeEntry];

export interface TarMember {
  readonly name: string;
  readonly type: 'file' | 'directory' | 'symlink' | 'link';
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
  /** The target of a link. */
  readonly linkname: string;
  readonly data: Buffer;
}

interface Header extends Pick<TarMember, 'name' | 'mode' | 'uid' | 'gid' | 'modified' | 'linkname'> {
  /** The character for the type of the member. */
  readonly flag: string;
  /** The first part of the name, in front of a slash. */
  readonly prefix: string;
  readonly size: number;
}

const blockSize = 512;
const checksumAt = 148;
const magicAt = 257;
const ustar = 'ustar\0';
/** The largest header that extends another one. */
const maxExtension = 4 * 1024 * 1024;
const types: Readonly<Record<string, TarMember['type']>> = { 1: 'link', 2: 'symlink', 5: 'directory' };
const flags = { file: '0', link: '2', folder: '5' } as const;
/** What GNU's long names extend, by the characters of their headers. */
const longNames: Readonly<Record<string, string>> = { K: 'linkpath', L: 'path', N: 'path' };

/** Returns the blocks of an archive. */
export function tarBlocks(members: Iterable<NamedEntry>): Buffer[] {
  return [...[...members].flatMap(([name, entry]) => memberBlocks(name, entry)), Buffer.alloc(2 * blockSize)];
}

function memberBlocks(givenName: string, entry: TreeEntry): Buffer[] {
  const fullName = entry.kind === 'folder' ? givenName.replace(/\/?$/, '/') : givenName;
  const target = entry.kind === 'link' ? entry.target : '';
  const data = entry.kind === 'file' ? entry.data : Buffer.alloc(0);
  const fields = { ...entry, linkname: target, flag: flags[entry.kind], size: data.length };
  const place = placeOf(fullName);
  if (place !== undefined && Buffer.byteLength(target) <= 100)
    return [headerBlock({ ...fields, ...place }), ...padded(data)];
  const pax = Buffer.from(paxRecord('path', fullName) + (target === '' ? '' : paxRecord('linkpath', target)));
  const short = { ...fields, name: 'PaxHeader', prefix: '', linkname: target === '' ? '' : 'PaxHeader' };
  const extension = headerBlock({ ...short, flag: 'x', size: pax.length });
  return [extension, ...padded(pax), headerBlock(short), ...padded(data)];
}

/** Splits a name between folders. @returns undefined for a name that does not fit */
function placeOf(fullName: string): Pick<Header, 'name' | 'prefix'> | undefined {
  let [name, prefix] = [fullName, ''];
  while (name.length > 100) {
    const slash = name.indexOf('/');
    if (slash === -1) return undefined;
    prefix += `${prefix === '' ? '' : '/'}${name.slice(0, slash)}`;
    name = name.slice(slash + 1);
  }
  const isAscii = Buffer.byteLength(fullName) === fullName.length;
  return isAscii && prefix.length <= 155 ? { name, prefix } : undefined;
}

function headerBlock({ name, prefix, flag, mode, uid, gid, modified, size, linkname }: Header): Buffer {
  const block = Buffer.alloc(blockSize);
  block.write(name, 0);
  block.write(octal(mode & 0o7777, 6), 100);
  block.write(octal(uid, 6), 108);
  block.write(octal(gid, 6), 116);
  block.write(octal(size, 11) + octal(Math.max(0, Math.trunc(modified / 1000)), 11), 124);
  block.write(flag + linkname, 156);
  block.write(`${ustar}00`, magicAt);
  block.write(octal(0, 6), 329);
  block.write(octal(0, 6), 337);
  block.write(prefix, 345);
  block.write(octal(checksumOf(block), 6), checksumAt);
  return block;
}

function octal(value: number, digits: number): string {
  return `${Math.min(value, 8 ** digits - 1)
    .toString(8)
    .padStart(digits, '0')} `;
}

function padded(data: Buffer): Buffer[] {
  const missing = -data.length & (blockSize - 1);
  return [data, Buffer.alloc(missing)].filter(({ length }) => length > 0);
}

/** Returns a record of an extended header, which begins with its own length. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const length = Buffer.byteLength(rest);
  return `${length + String(length + String(length).length).length}${rest}`;
}

/** Yields the members of an archive. @throws Error at the part that is invalid or missing */
export function* tarMembers(archive: Buffer): Generator<TarMember> {
  let common: ReadonlyMap<string, string> = new Map();
  let extended: ReadonlyMap<string, string> = new Map();
  let offset = 0;
  const take = (length: number): Buffer => {
    const start = offset;
    offset += Math.ceil(length / blockSize) * blockSize;
    if (offset > archive.length) throw new Error('Unexpected end of data');
    return archive.subarray(start, start + length);
  };
  while (offset < archive.length) {
    const header = readHeader(take(blockSize));
    if (header === undefined) continue;
    const { flag } = header;
    const longName = longNames[flag];
    if (flag === 'x' || flag === 'g' || longName !== undefined) {
      if (header.size > maxExtension) throw new Error('Header exceeds max size');
      const data = take(header.size);
      if (flag === 'g') common = readPax(data);
      else if (flag === 'x') extended = new Map([...extended, ...common, ...readPax(data)]);
      else extended = new Map([...extended, [longName ?? '', textAt(data, 0, data.length)]]);
      continue;
    }
    const { mode, uid, gid, modified } = header;
    const name = extended.get('path') ?? header.name;
    const linkname = extended.get('linkpath') ?? header.linkname;
    const size = Number.parseInt(extended.get('size') ?? String(header.size), 10);
    if (!(size >= 0)) throw new Error('Invalid header');
    extended = new Map();
    const type = types[flag] ?? 'file';
    yield { name, type, mode, uid, gid, modified, linkname, data: take(type === 'directory' ? 0 : size) };
  }
}

/** @returns undefined for a block of zeros. @throws Error for one that is no header */
function readHeader(block: Buffer): Header | undefined {
  const checksum = checksumOf(block);
  if (checksum === 8 * 32) return undefined;
  if (checksum !== numberAt(block, checksumAt, 8))
    throw new Error('Invalid tar header. Maybe the tar is corrupted or it needs to be gunzipped?');
  const magic = block.toString('latin1', magicAt, magicAt + 8);
  const isUstar = magic.startsWith(ustar);
  if (!isUstar && magic !== 'ustar  \0') throw new Error('Invalid tar header: unknown format.');
  const prefix = isUstar ? textAt(block, 345, 155) : '';
  return {
    name: prefix === '' ? textAt(block, 0, 100) : `${prefix}/${textAt(block, 0, 100)}`,
    prefix,
    flag: block.toString('latin1', 156, 157),
    mode: numberAt(block, 100, 8),
    uid: numberAt(block, 108, 8),
    gid: numberAt(block, 116, 8),
    size: numberAt(block, 124, 12),
    modified: 1000 * numberAt(block, 136, 12),
    linkname: textAt(block, 157, 100),
  };
}

/** Adds the bytes of a header; those of the checksum itself count as spaces. */
function checksumOf(block: Buffer): number {
  let sum = 8 * 32;
  for (let index = 0; index < blockSize; index += 1)
    if (index < checksumAt || index >= checksumAt + 8) sum += block[index] ?? 0;
  return sum;
}

function textAt(block: Buffer, start: number, length: number): string {
  const field = block.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? length : end);
}

/** Reads a number: octal digits, or bytes after one that has the highest bit. */
function numberAt(block: Buffer, start: number, length: number): number {
  const [first = 0, ...rest] = block.subarray(start, start + length);
  if (first >= 0x80) return rest.reduce((sum, byte) => sum * 256 + byte, first === 0xff ? -1 : first & 0x7f);
  const [, digits = ''] = /^ *\0*([^ ]*)/.exec(block.toString('latin1', start, start + length)) ?? [];
  return digits === '' ? 0 : Number.parseInt(digits, 8);
}

function readPax(data: Buffer): Map<string, string> {
  const records = new Map<string, string>();
  for (let start = 0; start < data.length;) {
    const length = Number.parseInt(data.toString('latin1', start, start + 20), 10);
    const [, key, value = ''] = /^\d+ ([^=]*)=([^]*)[^]$/.exec(data.toString('utf8', start, start + length)) ?? [];
    if (key === undefined) break;
    records.set(key, value);
    start += length;
  }
  return records;
}
