/** The output folder on disk. Symbolic links inside it are never followed. */
import { accessSync, constants, lstatSync, readdirSync, readFileSync, realpathSync, type BigIntStats } from 'node:fs';
import { join, slashed } from '../document/path.js';
import { LadingError } from '../diagnostics/index.js';
import { digestOf } from './digest.js';
import { codeOf, onDisk } from './failure.js';
import { foldersAbove } from './safe-path.js';

/** The kind of the entry at a path. `other` is neither a file nor a folder: a link, a pipe, a device. */
type EntryKind = 'absent' | 'file' | 'folder' | 'other';

export class OutputRoot {
  /** The absolute path with links resolved: the user chooses the folder, but not what is inside it. */
  readonly path: string;
  readonly #device: bigint;
  #folders = new Map<string, EntryKind>();
  #writable = new Set<string>();

  constructor(folder: string) {
    this.path = slashed(onDisk(folder, () => realpathSync(folder)));
    const stats = onDisk(folder, () => lstatSync(this.path, { bigint: true }));
    if (!stats.isDirectory()) {
      throw new LadingError({
        code: 'WRITE_FAILED',
        subject: 'the output folder is a file',
        place: folder,
        remedy: 'Choose another folder',
      });
    }
    this.#device = stats.dev;
  }

  /** Returns the absolute path of a relative one. */
  at(path: string): string {
    return join(this.path, path);
  }

  /** Returns the kind of the entry at a path; `absent` if one of its parents is a file. */
  kind(path: string): EntryKind {
    for (const folder of foldersAbove(path)) if (this.#folder(folder) !== 'folder') return 'absent';
    return kindOf(this.#stats(path));
  }

  /** Returns the parent of a path that is a file instead of a folder. */
  blocker(path: string): string | undefined {
    return foldersAbove(path).find((folder) => !['folder', 'absent'].includes(this.#folder(folder)));
  }

  /** Returns the bytes of a file; undefined if there is none. */
  read(path: string): Buffer | undefined {
    return this.kind(path) === 'file' ? onDisk(path, () => readFileSync(this.at(path))) : undefined;
  }

  /** Returns the digest of a file's bytes; undefined if there is no file. */
  digest(path: string): string | undefined {
    if (foldersAbove(path).some((folder) => this.#folder(folder) !== 'folder')) return undefined;
    const place = this.at(path);
    const stamp = stampOf(this.#stats(path));
    if (stamp === undefined) return undefined;
    const cached = digests.get(place);
    if (cached !== undefined && cached.stamp === stamp) return cached.digest;
    const bytes = this.read(path);
    if (bytes === undefined) return undefined;
    const digest = digestOf(bytes);
    if (isSettled(stamp)) digests.set(place, { stamp, digest });
    else digests.delete(place);
    return digest;
  }

  /** Returns all entries below a folder that are not folders, and the empty folders. */
  below(folder: string): { readonly files: readonly string[]; readonly empty: readonly string[] } {
    const files: string[] = [];
    const empty: string[] = [];
    if (foldersAbove(`${folder}/_`).some((above) => this.#folder(above) !== 'folder')) return { files, empty };
    const waiting = [folder];
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      const here = place;
      const entries = onDisk(here, () => readdirSync(this.at(here), { withFileTypes: true }));
      if (entries.length === 0) empty.push(here);
      for (const entry of entries) (entry.isDirectory() ? waiting : files).push(`${here}/${entry.name}`);
    }
    return { files, empty };
  }

  /** Throws unless the folder in which a path will be created or removed is writable. */
  assertWritable(path: string): void {
    const folder = foldersAbove(path).findLast((above) => this.#folder(above) === 'folder') ?? '';
    if (this.#writable.has(folder)) return;
    onDisk(folder === '' ? this.path : folder, () => accessSync(this.at(folder), constants.W_OK));
    this.#writable.add(folder);
  }

  /** Clears the cached information about folders; must be called after changes. */
  forget(): void {
    this.#folders = new Map();
    this.#writable = new Set();
  }

  #folder(folder: string): EntryKind {
    const cached = this.#folders.get(folder);
    if (cached !== undefined) return cached;
    const stats = this.#stats(folder);
    const kind = kindOf(stats);
    if (stats?.isSymbolicLink() === true) {
      throw new LadingError({
        code: 'WRITE_OUTSIDE',
        subject: 'a folder of generated files is a symbolic link',
        place: folder,
        remedy: 'Remove the link, or use its target as the output folder',
      });
    }
    if (kind === 'folder' && stats?.dev !== this.#device) {
      throw new LadingError({
        code: 'WRITE_FAILED',
        subject: 'a folder of generated files is on another file system than the output folder',
        place: folder,
        remedy: 'Generate into a folder that contains no other file system',
      });
    }
    this.#folders.set(folder, kind);
    return kind;
  }

  #stats(path: string): BigIntStats | undefined {
    return onDisk(path, () => {
      try {
        return lstatSync(this.at(path), { bigint: true, throwIfNoEntry: false });
      } catch (error) {
        if (codeOf(error) === 'ENOTDIR') return undefined;
        throw error;
      }
    });
  }
}

/** The digests of files that were read before, valid while the file's metadata is unchanged. */
const digests = new Map<string, { readonly stamp: string; readonly digest: string }>();

/** Returns a string of the metadata that changes with every write; undefined if the entry is not a file. */
function stampOf(stats: BigIntStats | undefined): string | undefined {
  if (stats?.isFile() !== true) return undefined;
  const { dev, ino, size, mtimeNs, ctimeNs } = stats;
  return `${ctimeNs} ${mtimeNs} ${size} ${ino} ${dev}`;
}

/** Tells whether a later change would have another timestamp: the clock of the file system may be coarse. */
function isSettled(stamp: string): boolean {
  const changed = Number(BigInt(stamp.split(' ')[0] ?? 0) / 1_000_000n);
  return Math.abs(Date.now() - changed) > 2000;
}

function kindOf(stats: BigIntStats | undefined): EntryKind {
  if (stats === undefined) return 'absent';
  return stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
}
