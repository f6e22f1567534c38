/** Trees of files in memory. */
import type { FileTree, Filesystem } from '../ports/filesystem.js';
import { differences, MemoryTree } from './memory-tree.js';

export class MemoryFilesystem implements Filesystem {
  readonly #trees = new Map<string, MemoryTree>();

  create(id: string, lower?: FileTree): FileTree {
    const tree = new MemoryTree(lower);
    this.#trees.set(id, tree);
    return tree;
  }

  open(id: string): FileTree | undefined {
    return this.#trees.get(id);
  }

  copy(id: string, source: FileTree, lower?: FileTree): FileTree {
    const tree = new MemoryTree(lower, differences(source, lower));
    this.#trees.set(id, tree);
    return tree;
  }

  /** Returns a copy whose trees can be changed without a change of these. */
  clone(): MemoryFilesystem {
    const clone = new MemoryFilesystem();
    for (const [id, tree] of this.#trees) clone.#trees.set(id, tree.clone());
    return clone;
  }

  delete(id: string): Promise<void> {
    this.#trees.delete(id);
    return Promise.resolve();
  }
}
