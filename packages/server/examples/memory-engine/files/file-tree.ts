/** The files of an image or a container, in memory. */
import { nameOf, parentOf } from './paths.js';

interface Common {
  readonly mode: number;
  readonly modified: Date;
}

interface File extends Common {
  readonly kind: 'file';
  readonly data: Buffer;
}

interface Folder extends Common {
  readonly kind: 'folder';
}

interface Link extends Common {
  readonly kind: 'link';
  readonly target: string;
}

/** Never changed: what differs is another one. */
export type Entry = File | Folder | Link;

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

  /** Paths and entries of a place and all below it. */
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

  /** What was changed (0), added (1) and deleted (2) since; a folder changes with what is in it. */
  since(base: FileTree): { Path: string; Kind: 0 | 1 | 2 }[] {
    const kinds = new Map<string, 0 | 1 | 2>();
    const touched = (path: string): void => {
      if (path !== '/' && !kinds.has(path)) kinds.set(path, 0);
      if (path !== '/') touched(parentOf(path));
    };
    for (const [path, entry] of this.#entries) {
      const before = base.get(path);
      if (before === entry || (path === '/' && before)) continue;
      if (before === undefined) touched(parentOf(path));
      kinds.set(path, before === undefined ? 1 : 0);
    }
    for (const [path] of base.below('/')) {
      if (this.#entries.has(path)) continue;
      touched(parentOf(path));
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
