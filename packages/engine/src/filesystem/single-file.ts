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
  /** What was written as text, until somebody reads the file. */
  #written: { readonly text: string; readonly modified: number } | undefined;
  #shared: SingleFile | undefined;

  /** Makes this the file of another container from now on. */
  share(other: SingleFile): void {
    this.#shared = other;
  }

  get exists(): boolean {
    if (this.#shared !== undefined) return this.#shared.exists;
    return this.#written !== undefined || this.#entry !== undefined;
  }

  get size(): number {
    return this.#file()?.data.length ?? 0;
  }

  /** The content, or an empty string if the file does not exist. */
  get text(): string {
    if (this.#shared !== undefined) return this.#shared.text;
    return this.#written?.text ?? this.#entry?.data.toString() ?? '';
  }

  /** Writes the file. */
  write(text: string, modified: number): void {
    if (this.#shared !== undefined) this.#shared.write(text, modified);
    else this.#written = { text, modified };
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
    else {
      this.#entry = entry;
      this.#written = undefined;
    }
  }

  remove(): void {
    throw new BusyError();
  }

  changes(): TreeChange[] {
    return [];
  }

  #file(): FileEntry | undefined {
    if (this.#shared !== undefined) return this.#shared.#file();
    if (this.#written !== undefined) {
      const { text, modified } = this.#written;
      this.put('/', { kind: 'file', data: Buffer.from(text), mode: 0o644, uid: 0, gid: 0, modified });
    }
    return this.#entry;
  }
}
