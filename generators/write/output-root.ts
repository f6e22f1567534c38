/** The output folder on disk, looked at without ever following a symbolic link that lies inside it. */
import { accessSync, constants, lstatSync, readdirSync, readFileSync, realpathSync, type BigIntStats } from 'node:fs';
import { join } from 'node:path';
import { LadingError } from '../diagnostics/index.js';
import { digestOf } from './digest.js';
import { codeOf, onDisk } from './failure.js';
import { foldersAbove } from './safe-path.js';

/** What stands at a path. `other` is neither file nor folder: a link, a pipe, a device. */
export type Kind = 'absent' | 'file' | 'folder' | 'other';

export class OutputRoot {
  /** Absolute, links resolved: where the user points to is the user's choice, what lies inside is not. */
  readonly path: string;
  readonly #device: bigint;
  #folders = new Map<string, Kind>();
  #writable = new Set<string>();

  constructor(folder: string) {
    this.path = onDisk(folder, () => realpathSync(folder));
    const stats = onDisk(folder, () => lstatSync(this.path, { bigint: true }));
    if (!stats.isDirectory()) {
      throw new LadingError({
        code: 'WRITE_FAILED',
        subject: 'the output folder is a file',
        place: folder,
        remedy: 'Name another folder',
      });
    }
    this.#device = stats.dev;
  }

  /** The absolute path of a place inside. */
  at(path: string): string {
    return join(this.path, path);
  }

  /** What stands at a path; when a file stands where one of its folders should be, `absent`. */
  kind(path: string): Kind {
    for (const folder of foldersAbove(path)) if (this.#folder(folder) !== 'folder') return 'absent';
    return kindOf(this.#stats(path));
  }

  /** The file that stands where a folder above this path should be. */
  blocker(path: string): string | undefined {
    return foldersAbove(path).find((folder) => !['folder', 'absent'].includes(this.#folder(folder)));
  }

  /** The bytes of a file, or undefined when there is none. */
  read(path: string): Buffer | undefined {
    return this.kind(path) === 'file' ? onDisk(path, () => readFileSync(this.at(path))) : undefined;
  }

  /** The digest of a file's bytes, or undefined when there is none. */
  digest(path: string): string | undefined {
    if (foldersAbove(path).some((folder) => this.#folder(folder) !== 'folder')) return undefined;
    const place = this.at(path);
    const stamp = stampOf(this.#stats(path));
    if (stamp === undefined) return undefined;
    const known = digests.get(place);
    if (known !== undefined && known.stamp === stamp) return known.digest;
    const bytes = this.read(path);
    if (bytes === undefined) return undefined;
    const digest = digestOf(bytes);
    if (isSettled(stamp)) digests.set(place, { stamp, digest });
    else digests.delete(place);
    return digest;
  }

  /** Everything below a folder that is no folder, and the folders in which there is nothing. */
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

  /** Makes sure that the folder in which a path will be created or removed can be written. */
  assertWritable(path: string): void {
    const folder = foldersAbove(path).findLast((above) => this.#folder(above) === 'folder') ?? '';
    if (this.#writable.has(folder)) return;
    onDisk(folder === '' ? this.path : folder, () => accessSync(this.at(folder), constants.W_OK));
    this.#writable.add(folder);
  }

  /** Forgets which folders there are: to be called after changing some. */
  forget(): void {
    this.#folders = new Map();
    this.#writable = new Set();
  }

  #folder(folder: string): Kind {
    const known = this.#folders.get(folder);
    if (known !== undefined) return known;
    const stats = this.#stats(folder);
    const kind = kindOf(stats);
    if (stats?.isSymbolicLink() === true) {
      throw new LadingError({
        code: 'WRITE_OUTSIDE',
        subject: 'a symbolic link stands where a folder of generated files should be',
        place: folder,
        remedy: 'Remove the link, or name the folder it leads to as the output folder',
      });
    }
    if (kind === 'folder' && stats?.dev !== this.#device) {
      throw new LadingError({
        code: 'WRITE_FAILED',
        subject: 'a folder of generated files lies on another file system than the output folder',
        place: folder,
        remedy: 'Generate into a folder that holds no other file system',
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

/** What was read once need not be read again while the system says that nobody touched it. */
const digests = new Map<string, { readonly stamp: string; readonly digest: string }>();

/** Of a file; of nothing else. */
function stampOf(stats: BigIntStats | undefined): string | undefined {
  if (stats?.isFile() !== true) return undefined;
  const { dev, ino, size, mtimeNs, ctimeNs } = stats;
  return `${ctimeNs} ${mtimeNs} ${size} ${ino} ${dev}`;
}

/** Its clock may be coarse: what was changed just now may be changed again at what it calls the same time. */
function isSettled(stamp: string): boolean {
  const changed = Number(BigInt(stamp.split(' ')[0] ?? 0) / 1_000_000n);
  return Math.abs(Date.now() - changed) > 2000;
}

function kindOf(stats: BigIntStats | undefined): Kind {
  if (stats === undefined) return 'absent';
  return stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
}
