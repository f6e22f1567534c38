/** The files of a container: its own tree over that of the image, and its mounts. */
import { MountedTree, type TreeMount } from '../../filesystem/mounted-tree.js';
import { followLinks } from '../../filesystem/paths.js';
import type { FileTree } from '../../ports/filesystem.js';
import { NetworkFiles } from './network-files.js';

export class ContainerFiles {
  /** The tree over that of the image. */
  readonly own: FileTree;
  readonly network = new NetworkFiles();
  /** What processes see. */
  readonly mounted: MountedTree;
  /** What clients copy into: a read-only root is read-only for processes and clients, as in engines. */
  readonly isReadOnly: boolean;

  constructor(own: FileTree, isReadOnly: boolean, mounts: readonly TreeMount[]) {
    this.own = own;
    this.isReadOnly = isReadOnly;
    const taken = new Set(mounts.map(({ path }) => path));
    const files = this.network.mounts(isReadOnly).filter(({ path }) => !taken.has(path));
    this.mounted = new MountedTree(own, isReadOnly, [...mounts, ...files]);
  }

  /** Creates the working folder of the first process, if it is missing. */
  createFolder(path: string, now: number): void {
    if (path === '') return;
    this.mounted.createFolder(followLinks(this.mounted, path) ?? path, now);
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
