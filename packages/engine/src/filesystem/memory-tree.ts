/** A tree of files in memory, optionally over another tree. */
import type { FileTree, TreeChange, TreeEntry } from '../ports/filesystem.js';
import { nameOf, parentOf } from './paths.js';

/** Called with every change of an entry; undefined for a deleted one. */
export type TreeListener = (path: string, entry: TreeEntry | undefined) => void;

export class MemoryTree implements FileTree {
  readonly #lower: FileTree | undefined;
  readonly #onChange: TreeListener | undefined;
  /** The entries that differ from the tree below; undefined for those that are deleted. */
  readonly #own = new Map<string, TreeEntry | undefined>();
  /** The names of own entries, by their folder. */
  readonly #names = new Map<string, Set<string>>();
  #ownSize = 0;

  constructor(lower?: FileTree, own: Iterable<readonly [string, TreeEntry | undefined]> = [], onChange?: TreeListener) {
    this.#lower = lower;
    for (const [path, entry] of own) this.#set(path, entry);
    if (this.get('/') === undefined) this.#set('/', newFolder());
    this.#onChange = onChange;
  }

  /** Returns a tree with the entries. */
  static of(entries: Iterable<readonly [string, TreeEntry]>): MemoryTree {
    const tree = new MemoryTree();
    for (const [path, entry] of entries) tree.put(path, entry);
    return tree;
  }

  get size(): number {
    return (this.#lower?.size ?? 0) + this.#ownSize;
  }

  get(path: string): TreeEntry | undefined {
    return this.#own.has(path) ? this.#own.get(path) : this.#lower?.get(path);
  }

  namesIn(path: string): string[] {
    const names = new Set(this.#lower?.namesIn(path));
    for (const name of this.#names.get(path) ?? []) {
      if (this.get(path === '/' ? `/${name}` : `${path}/${name}`) === undefined) names.delete(name);
      else names.add(name);
    }
    return [...names].sort();
  }

  below(path: string): [string, TreeEntry][] {
    const entry = this.get(path);
    if (entry === undefined) return [];
    const found: [string, TreeEntry][] = [[path, entry]];
    // A loop instead of recursion: an archive decides how deep folders are.
    const folders = entry.kind === 'folder' ? [path] : [];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      for (const name of this.namesIn(folder)) {
        const child = folder === '/' ? `/${name}` : `${folder}/${name}`;
        const childEntry = this.get(child);
        if (childEntry === undefined) continue;
        found.push([child, childEntry]);
        if (childEntry.kind === 'folder') folders.push(child);
      }
    }
    return found.sort(([one], [other]) => (one < other ? -1 : 1));
  }

  put(path: string, entry: TreeEntry): void {
    if (path !== '/') this.#makeFolder(parentOf(path));
    if (entry.kind !== 'folder') {
      if (path === '/') return;
      if (this.get(path)?.kind === 'folder') this.remove(path);
    }
    this.#set(path, entry);
  }

  remove(path: string): void {
    for (const [each] of this.below(path)) if (each !== '/') this.#set(each, undefined);
  }

  clone(): MemoryTree {
    return new MemoryTree(this.#lower, this.#own);
  }

  changes(): TreeChange[] {
    const changes = new Map<string, TreeChange['kind']>();
    const markModified = (path: string): void => {
      for (let each = path; each !== '/' && !changes.has(each); each = parentOf(each)) changes.set(each, 'modified');
    };
    for (const [path, entry] of this.#own) {
      const before = this.#lower?.get(path);
      if (path === '/' || before === entry) continue;
      if (before === undefined || entry === undefined) markModified(parentOf(path));
      changes.set(path, entry === undefined ? 'deleted' : before === undefined ? 'added' : 'modified');
    }
    return [...changes].map(([path, kind]) => ({ path, kind })).sort((one, other) => (one.path < other.path ? -1 : 1));
  }

  #makeFolder(path: string): void {
    if (this.get(path)?.kind === 'folder') return;
    if (path !== '/') this.#makeFolder(parentOf(path));
    this.#set(path, newFolder());
  }

  #set(path: string, entry: TreeEntry | undefined): void {
    this.#ownSize += sizeOf(entry) - sizeOf(this.get(path));
    if (entry === undefined && this.#lower?.get(path) === undefined) this.#forget(path);
    else {
      this.#own.set(path, entry);
      const folder = parentOf(path);
      const names = this.#names.get(folder) ?? new Set();
      if (path !== '/') this.#names.set(folder, names.add(nameOf(path)));
    }
    this.#onChange?.(path, entry);
  }

  #forget(path: string): void {
    this.#own.delete(path);
    this.#names.get(parentOf(path))?.delete(nameOf(path));
  }
}

/** Returns the entries by which a tree differs from another one; undefined for those that only the other one has. */
export function* differences(
  tree: FileTree,
  lower: FileTree | undefined,
): Generator<readonly [string, TreeEntry | undefined]> {
  for (const [path, entry] of tree.below('/')) if (lower?.get(path) !== entry) yield [path, entry];
  for (const [path] of lower?.below('/') ?? []) if (tree.get(path) === undefined) yield [path, undefined];
}

export function newFolder(modified = Date.now(), mode = 0o755): TreeEntry {
  return { kind: 'folder', mode, uid: 0, gid: 0, modified };
}

export function newFile(data: Buffer, modified = Date.now(), mode = 0o644): TreeEntry {
  return { kind: 'file', data, mode, uid: 0, gid: 0, modified };
}

function sizeOf(entry: TreeEntry | undefined): number {
  return entry?.kind === 'file' ? entry.data.length : 0;
}
