/** The files of an image or container, in memory. */
import { nameOf, parentOf } from './paths.js';

interface EntryMetadata {
  readonly mode: number;
  readonly modified: Date;
}

interface File extends EntryMetadata {
  readonly kind: 'file';
  readonly data: Buffer;
}

interface Folder extends EntryMetadata {
  readonly kind: 'folder';
}

interface SymbolicLink extends EntryMetadata {
  readonly kind: 'link';
  readonly target: string;
}

/** A file, folder or symbolic link. Entries are immutable: a change replaces the entry. */
export type Entry = File | Folder | SymbolicLink;

export class FileTree {
  readonly #entries: Map<string, Entry>;

  constructor(entries: Iterable<readonly [string, Entry]> = []) {
    this.#entries = new Map(entries);
    if (!this.#entries.has('/')) this.#entries.set('/', folder());
  }

  copy(): FileTree {
    return new FileTree(this.#entries);
  }

  get(path: string): Entry | undefined {
    return this.#entries.get(path);
  }

  /** Returns the path and entry of `path` and of everything below it. */
  below(path: string): [string, Entry][] {
    const prefix = path === '/' ? '/' : `${path}/`;
    return [...this.#entries].filter(([each]) => each === path || each.startsWith(prefix)).sort(byPath);
  }

  namesIn(path: string): string[] {
    return [...this.#entries.keys()]
      .filter((each) => each !== '/' && parentOf(each) === path)
      .map(nameOf)
      .sort();
  }

  put(path: string, entry: Entry): void {
    if (path === '/') return;
    this.makeFolder(parentOf(path));
    if (this.get(path)?.kind === 'folder' && entry.kind !== 'folder') this.remove(path);
    this.#entries.set(path, entry);
  }

  write(path: string, data: Buffer): void {
    this.put(path, { kind: 'file', data, mode: 0o644, modified: new Date() });
  }

  makeFolder(path: string): void {
    if (this.get(path)?.kind === 'folder') return;
    if (path !== '/') this.makeFolder(parentOf(path));
    this.#entries.set(path, folder());
  }

  remove(path: string): void {
    for (const [each] of this.below(path)) if (each !== '/') this.#entries.delete(each);
  }

  get size(): number {
    return [...this.#entries.values()].reduce((sum, entry) => sum + (entry.kind === 'file' ? entry.data.length : 0), 0);
  }

  /** Lists changed (0), added (1) and deleted (2) paths. A folder is changed if its content is. */
  since(base: FileTree): { Path: string; Kind: 0 | 1 | 2 }[] {
    const kinds = new Map<string, 0 | 1 | 2>();
    const markChanged = (path: string): void => {
      if (path !== '/' && !kinds.has(path)) kinds.set(path, 0);
      if (path !== '/') markChanged(parentOf(path));
    };
    for (const [path, entry] of this.#entries) {
      const before = base.get(path);
      if (before === entry || (path === '/' && before)) continue;
      if (before === undefined) markChanged(parentOf(path));
      kinds.set(path, before === undefined ? 1 : 0);
    }
    for (const [path] of base.below('/')) {
      if (this.#entries.has(path)) continue;
      markChanged(parentOf(path));
      kinds.set(path, 2);
    }
    return [...kinds].map(([Path, Kind]) => ({ Path, Kind })).sort((a, b) => (a.Path < b.Path ? -1 : 1));
  }
}

function folder(): Folder {
  return { kind: 'folder', mode: 0o755, modified: new Date() };
}

function byPath([a]: readonly [string, Entry], [b]: readonly [string, Entry]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
