/** The files of a container: its own tree over that of the image, and its mounts. */
import { MountedTree, type TreeMount } from '../filesystem/mounted-tree.js';
import type { FileTree } from '../ports/filesystem.js';

export class ContainerFiles {
  /** The tree over that of the image. */
  readonly own: FileTree;
  /** What processes see. */
  readonly mounted: MountedTree;
  /** What clients copy into: a read-only root is read-only for processes and clients, as in engines. */
  readonly isReadOnly: boolean;

  constructor(own: FileTree, isReadOnly: boolean, mounts: readonly TreeMount[]) {
    this.own = own;
    this.isReadOnly = isReadOnly;
    this.mounted = new MountedTree(own, isReadOnly, mounts);
  }

  /** The bytes that differ from the image. */
  get ownSize(): number {
    return this.own
      .changes()
      .reduce((sum, { path }) => sum + (this.own.get(path)?.kind === 'file' ? sizeOf(this.own, path) : 0), 0);
  }
}

function sizeOf(tree: FileTree, path: string): number {
  const entry = tree.get(path);
  return entry?.kind === 'file' ? entry.data.length : 0;
}
