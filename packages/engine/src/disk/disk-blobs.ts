/** Blobs in a folder, in files that are named by their digests. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '../values/digest.js';
import type { Blobs } from '../ports/ports.js';

export class DiskBlobs implements Blobs {
  readonly #folder: string;
  #writes = 0;

  constructor(folder: string) {
    this.#folder = join(folder, 'sha256');
    mkdirSync(this.#folder, { recursive: true });
    // What an interrupted write has left.
    for (const name of readdirSync(this.#folder)) if (name.includes('.')) rmSync(join(this.#folder, name));
  }

  write(data: Uint8Array): string {
    const digest = digestOf(data);
    const path = this.#pathOf(digest);
    if (existsSync(path)) return digest;
    // A file with the name of a digest is always whole.
    this.#writes += 1;
    const temporary = `${path}.${this.#writes}`;
    writeFileSync(temporary, data);
    renameSync(temporary, path);
    return digest;
  }

  read(digest: string): Buffer | undefined {
    return this.has(digest) ? readFileSync(this.#pathOf(digest)) : undefined;
  }

  has(digest: string): boolean {
    return /^sha256:[0-9a-f]{64}$/.test(digest) && existsSync(this.#pathOf(digest));
  }

  delete(digest: string): void {
    if (this.has(digest)) rmSync(this.#pathOf(digest), { force: true });
  }

  list(): Iterable<string> {
    return readdirSync(this.#folder).map((name) => `sha256:${name}`);
  }

  #pathOf(digest: string): string {
    return join(this.#folder, digest.slice('sha256:'.length));
  }
}
