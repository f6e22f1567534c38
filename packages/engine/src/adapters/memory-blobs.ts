/** Blobs in memory. */
import type { Blobs } from '../ports/ports.js';
import { digestOf } from '../values/digest.js';

export class MemoryBlobs implements Blobs {
  readonly #blobs = new Map<string, Buffer>();

  write(data: Uint8Array): string {
    const digest = digestOf(data);
    if (!this.#blobs.has(digest)) this.#blobs.set(digest, Buffer.from(data.buffer, data.byteOffset, data.byteLength));
    return digest;
  }

  read(digest: string): Buffer | undefined {
    return this.#blobs.get(digest);
  }

  has(digest: string): boolean {
    return this.#blobs.has(digest);
  }

  delete(digest: string): void {
    this.#blobs.delete(digest);
  }

  list(): Iterable<string> {
    return [...this.#blobs.keys()];
  }

  /** Returns a copy that can be changed without a change of these. Content is shared. */
  clone(): MemoryBlobs {
    const clone = new MemoryBlobs();
    for (const [digest, data] of this.#blobs) clone.#blobs.set(digest, data);
    return clone;
  }
}
