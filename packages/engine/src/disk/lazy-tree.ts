/** A tree of files that is loaded when something asks for it. */
import type { FileTree, TreeChange, TreeEntry } from '../ports/filesystem.js';

export class LazyTree implements FileTree {
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
