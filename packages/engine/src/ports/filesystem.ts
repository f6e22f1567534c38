/** The port of files: the trees of images, containers and volumes. */

interface EntryMetadata {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

export interface FileEntry extends EntryMetadata {
  readonly kind: 'file';
  readonly data: Buffer;
}

export interface FolderEntry extends EntryMetadata {
  readonly kind: 'folder';
}

export interface LinkEntry extends EntryMetadata {
  readonly kind: 'link';
  readonly target: string;
}

/** A file, folder or symbolic link. Entries are immutable: a change replaces the entry. */
export type TreeEntry = FileEntry | FolderEntry | LinkEntry;

export interface TreeChange {
  readonly path: string;
  readonly kind: 'modified' | 'added' | 'deleted';
}

/** Files by absolute path, without `..` and without a trailing slash. Symbolic links are not followed. */
export interface FileTree {
  /** The bytes of all files. */
  readonly size: number;
  get(path: string): TreeEntry | undefined;
  namesIn(path: string): string[];
  /** Returns the path and entry of `path` and of everything below it, sorted by path. */
  below(path: string): [path: string, entry: TreeEntry][];
  /** Adds or replaces an entry, and creates missing parent folders. */
  put(path: string, entry: TreeEntry): void;
  remove(path: string): void;
  /** Lists the differences from the tree below. A folder is modified if its content is. */
  changes(): TreeChange[];
}

export interface Filesystem {
  /** Creates a tree over another one, whose files it shows until they are changed. */
  create(id: string, lower?: FileTree): FileTree;
  /** Returns a tree that was created, also by an earlier process. */
  open(id: string, lower?: FileTree): FileTree | undefined;
  /** Creates a tree with the content of another one. */
  copy(id: string, source: FileTree, lower?: FileTree): FileTree;
  /** @throws Error if the files cannot be removed; some may be left */
  delete(id: string): Promise<void>;
}
