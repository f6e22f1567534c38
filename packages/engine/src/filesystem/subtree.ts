/** A folder of a tree, as a tree of its own. */
import type { FileTree, TreeChange, TreeEntry } from '../ports/filesystem.js';

export class Subtree implements FileTree {
  readonly #tree: FileTree;
  readonly #folderNow: () => string;

  /** @param folder the path; a function if links may lead to another one later */
  constructor(tree: FileTree, folder: string | (() => string)) {
    this.#tree = tree;
    this.#folderNow = typeof folder === 'string' ? () => folder : folder;
  }

  get size(): number {
    return this.below('/').reduce((sum, [, entry]) => sum + (entry.kind === 'file' ? entry.data.length : 0), 0);
  }

  get(path: string): TreeEntry | undefined {
    return this.#tree.get(this.#outer(path));
  }

  namesIn(path: string): string[] {
    return this.#tree.namesIn(this.#outer(path));
  }

  below(path: string): [string, TreeEntry][] {
    const { length } = this.#folder;
    return this.#tree.below(this.#outer(path)).map(([each, entry]) => [each.slice(length) || '/', entry]);
  }

  put(path: string, entry: TreeEntry): void {
    this.#tree.put(this.#outer(path), entry);
  }

  remove(path: string): void {
    this.#tree.remove(this.#outer(path));
  }

  changes(): TreeChange[] {
    return [];
  }

  #outer(path: string): string {
    return path === '/' ? this.#folder || '/' : `${this.#folder}${path}`;
  }

  /** Empty for the whole tree. */
  get #folder(): string {
    const folder = this.#folderNow();
    return folder === '/' ? '' : folder;
  }
}
