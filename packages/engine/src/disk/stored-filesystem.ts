/** Trees of files in a store: each entry is a record, and large files are blobs. */
import { digestOf } from '../values/digest.js';
import { differences, MemoryTree } from '../filesystem/memory-tree.js';
import type { Blobs } from '../ports/ports.js';
import type { FileTree, Filesystem, TreeEntry, TreeChange } from '../ports/filesystem.js';
import type { RecordChange, Store } from '../ports/store.js';

/** A tree of files that is loaded when something asks for it. */
class LazyTree implements FileTree {
  readonly #load: () => FileTree;
  #loaded: FileTree | undefined;

  constructor(load: () => FileTree) {
    this.#load = load;
  }

  get #tree(): FileTree {
    return (this.#loaded ??= this.#load());
  }

  get size(): number {
    return this.#tree.size;
  }

  get(path: string): TreeEntry | undefined {
    return this.#tree.get(path);
  }

  namesIn(path: string): string[] {
    return this.#tree.namesIn(path);
  }

  below(path: string): [string, TreeEntry][] {
    return this.#tree.below(path);
  }

  put(path: string, entry: TreeEntry): void {
    this.#tree.put(path, entry);
  }

  remove(path: string): void {
    this.#tree.remove(path);
  }

  changes(): TreeChange[] {
    return this.#tree.changes();
  }
}

/** An entry as it is stored; the data of large files is a digest. */
interface StoredEntry {
  readonly path: string;
  /** Absent for an entry that is deleted from the tree below. */
  readonly entry?: Omit<TreeEntry, 'data'> & { readonly data?: Uint8Array; readonly blob?: string };
}

/** Files up to this size are part of their record. */
const maxInline = 4096;
/** Longer paths have their digest as key, since keys of databases are short. */
const maxPath = 1000;

export class StoredFilesystem implements Filesystem {
  readonly #store: Store;
  readonly #blobs: Blobs;
  /** One instance for each tree, so that all who open it see its changes. */
  readonly #open = new Map<string, LazyTree>();

  constructor(store: Store, blobs: Blobs) {
    this.#store = store;
    this.#blobs = blobs;
  }

  create(id: string, lower?: FileTree): FileTree {
    this.#store.commit([...this.#removalOf(id), { collection: 'trees', id, value: {} }]);
    return this.#remember(id, lower);
  }

  open(id: string, lower?: FileTree): FileTree | undefined {
    const open = this.#open.get(id);
    if (open !== undefined) return open;
    return this.#store.read('trees', id) === undefined ? undefined : this.#remember(id, lower);
  }

  copy(id: string, source: FileTree, lower?: FileTree): FileTree {
    const changes = [...differences(source, lower)].map(([path, entry]) => this.#changeOf(id, path, entry));
    // The tree exists with all of its entries, or not at all.
    this.#store.commit([...this.#removalOf(id), ...changes, { collection: 'trees', id, value: {} }]);
    return this.#remember(id, lower);
  }

  delete(id: string): Promise<void> {
    this.#open.delete(id);
    this.#store.commit(this.#removalOf(id));
    return Promise.resolve();
  }

  /** Removes trees that nothing owns, and blobs of files that are no more. @param isOwned whether a tree is needed */
  removeUnused(isOwned: (tree: string) => boolean, usedBlobs: Iterable<string>): void {
    const used = new Set(usedBlobs);
    const changes: RecordChange[] = [];
    for (const [id, value] of this.#store.list('trees')) {
      const [tree = ''] = id.split('\0', 1);
      const { entry } = value as Partial<StoredEntry>;
      if (!isOwned(tree)) changes.push({ collection: 'trees', id });
      else if (entry?.blob !== undefined) used.add(entry.blob);
    }
    if (changes.length > 0) this.#store.commit(changes);
    for (const digest of this.#blobs.list()) if (!used.has(digest)) this.#blobs.delete(digest);
  }

  #remember(id: string, lower: FileTree | undefined): LazyTree {
    const tree = new LazyTree(() => this.#load(id, lower));
    this.#open.set(id, tree);
    return tree;
  }

  #load(id: string, lower: FileTree | undefined): FileTree {
    const entries = [...this.#store.list('trees', `${id}\0`)].map(([, value]) => {
      const { path, entry } = value as StoredEntry;
      return [path, entry && this.#entryOf(entry)] as const;
    });
    return new MemoryTree(lower, entries, (path, entry) => {
      // The tree may be deleted while someone still holds it.
      if (this.#open.has(id)) this.#store.commit([this.#changeOf(id, path, entry)]);
    });
  }

  #changeOf(id: string, path: string, entry: TreeEntry | undefined): RecordChange {
    const key = path.length > maxPath ? `#${digestOf(path)}` : path;
    return { collection: 'trees', id: `${id}\0${key}`, value: { path, ...(entry && { entry: this.#stored(entry) }) } };
  }

  #stored(entry: TreeEntry): StoredEntry['entry'] {
    if (entry.kind !== 'file') return entry;
    const { data, ...rest } = entry;
    return data.length <= maxInline ? { ...rest, data } : { ...rest, blob: this.#blobs.write(data) };
  }

  #entryOf({ blob, data, ...rest }: NonNullable<StoredEntry['entry']>): TreeEntry {
    if (rest.kind !== 'file') return rest as TreeEntry;
    const bytes = blob === undefined ? Buffer.from(data ?? []) : (this.#blobs.read(blob) ?? Buffer.alloc(0));
    return { ...rest, data: bytes } as TreeEntry;
  }

  #removalOf(id: string): RecordChange[] {
    return [id, ...[...this.#store.list('trees', `${id}\0`)].map(([key]) => key)].map((key) => ({
      collection: 'trees',
      id: key,
    }));
  }
}
