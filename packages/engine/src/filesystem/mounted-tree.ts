/** The files that the processes of a container see: its own, with other trees mounted in it. */
import { newFolder } from './memory-tree.js';
import type { FileTree, TreeChange, TreeEntry } from '../ports/filesystem.js';

export interface TreeMount {
  readonly path: string;
  readonly tree: FileTree;
  readonly isReadOnly: boolean;
  /** Whether its files are gone when the container has ended. */
  readonly isTemporary?: boolean;
}

/** Thrown for a change of a file that cannot be changed. */
export class ReadOnlyError extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`${path}: Read-only file system`);
    this.path = path;
  }
}

export class MountedTree implements FileTree {
  readonly #root: TreeMount;
  readonly #mounts: readonly TreeMount[];

  constructor(root: FileTree, isReadOnly: boolean, mounts: readonly TreeMount[]) {
    this.#root = { path: '/', tree: root, isReadOnly };
    // The deepest mount of a path counts.
    this.#mounts = [...mounts].sort((one, other) => other.path.length - one.path.length);
  }

  get size(): number {
    return this.#root.tree.size;
  }

  get(path: string): TreeEntry | undefined {
    const { mount, inner } = this.#at(path);
    return mount.tree.get(inner);
  }

  namesIn(path: string): string[] {
    const { mount, inner } = this.#at(path);
    const prefix = path === '/' ? '/' : `${path}/`;
    const names = new Set(mount.tree.namesIn(inner));
    for (const { path: mounted } of this.#mounts)
      if (mounted.startsWith(prefix) && this.get(mounted) !== undefined)
        names.add(mounted.slice(prefix.length).split('/')[0] ?? '');
    return [...names].sort();
  }

  below(path: string): [string, TreeEntry][] {
    const { mount, inner } = this.#at(path);
    const isHidden = (each: string): boolean => this.#at(each).mount !== mount;
    const own = mount.tree
      .below(inner)
      .map(([each, entry]): [string, TreeEntry] => [outerPath(mount.path, each), entry])
      .filter(([each]) => !isHidden(each));
    const prefix = path === '/' ? '/' : `${path}/`;
    const others = this.#mounts
      .filter((other) => other !== mount && other.path.startsWith(prefix))
      .flatMap((other) =>
        other.tree
          .below('/')
          .map(([each, entry]): [string, TreeEntry] => [outerPath(other.path, each), entry])
          .filter(([each]) => this.#at(each).mount === other),
      );
    return [...own, ...others].sort(([one], [other]) => (one < other ? -1 : 1));
  }

  put(path: string, entry: TreeEntry): void {
    const { mount, inner } = this.#writable(path);
    mount.tree.put(inner, entry);
  }

  /** Creates a folder, also on a read-only mount. */
  createFolder(path: string, now: number): void {
    const { mount, inner } = this.#at(path);
    if (mount.tree.get(inner) === undefined) mount.tree.put(inner, newFolder(now));
  }

  remove(path: string): void {
    const { mount, inner } = this.#writable(path);
    mount.tree.remove(inner);
  }

  /** Removes what is in memory: a container begins with empty trees there, and leaves none behind. */
  removeTemporary(): void {
    for (const { tree, isTemporary } of this.#mounts) if (isTemporary === true) tree.remove('/');
  }

  changes(): TreeChange[] {
    return this.#root.tree.changes();
  }

  /** Whether processes can change the path. */
  isWritable(path: string): boolean {
    return !this.#at(path).mount.isReadOnly;
  }

  #writable(path: string): { readonly mount: TreeMount; readonly inner: string } {
    const found = this.#at(path);
    if (found.mount.isReadOnly) throw new ReadOnlyError(path);
    return found;
  }

  #at(path: string): { readonly mount: TreeMount; readonly inner: string } {
    for (const mount of this.#mounts) {
      if (path === mount.path) {
        // A file that is not written yet hides nothing.
        if (mount.tree.get('/') !== undefined) return { mount, inner: '/' };
        continue;
      }
      if (path.startsWith(`${mount.path}/`)) return { mount, inner: path.slice(mount.path.length) };
    }
    return { mount: this.#root, inner: path };
  }
}

function outerPath(folder: string, path: string): string {
  if (folder === '/') return path;
  return path === '/' ? folder : `${folder}${path}`;
}
