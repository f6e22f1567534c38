/** A file that is mounted at a path, and does not exist until it is written. */
import type { FileEntry, FileTree, TreeChange, TreeEntry } from '../ports/filesystem.js';

/** Thrown for the removal of a file that is a mount. */
export class BusyError extends Error {
  constructor() {
    super('Device or resource busy');
  }
}

export class SingleFile implements FileTree {
  #entry: FileEntry | undefined;
  #shared: SingleFile | undefined;

  /** Makes this the file of another container from now on. */
  share(other: SingleFile): void {
    this.#shared = other;
  }

  get size(): number {
    return this.#file()?.data.length ?? 0;
  }

  /** The content, or an empty string if the file does not exist. */
  get text(): string {
    return this.#file()?.data.toString() ?? '';
  }

  /** Writes the file. */
  write(text: string, modified: number): void {
    const data = Buffer.from(text);
    this.put('/', { kind: 'file', data, mode: 0o644, uid: 0, gid: 0, modified });
  }

  get(path: string): TreeEntry | undefined {
    return path === '/' ? this.#file() : undefined;
  }

  namesIn(): string[] {
    return [];
  }

  below(path: string): [string, TreeEntry][] {
    const file = this.#file();
    return path === '/' && file !== undefined ? [['/', file]] : [];
  }

  put(path: string, entry: TreeEntry): void {
    if (path !== '/' || entry.kind !== 'file') throw new BusyError();
    if (this.#shared !== undefined) this.#shared.put(path, entry);
    else this.#entry = entry;
  }

  remove(): void {
    throw new BusyError();
  }

  changes(): TreeChange[] {
    return [];
  }

  #file(): FileEntry | undefined {
    return this.#shared === undefined ? this.#entry : this.#shared.#file();
  }
}
