/** Bytes that are appended to, growing by doubling, so that a value in a million pieces is still copied in linear time. */

/** What is kept for the next value; a longer store is given back. */
const KEPT = 1 << 20;

export class GrowingBytes {
  #store = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** A view; valid until the next `append` or `clear`. */
  get bytes(): Buffer {
    return this.#store.subarray(0, this.#length);
  }

  append(bytes: Uint8Array, from: number, to: number): void {
    const length = this.#length + to - from;
    if (length > this.#store.length) {
      const store = Buffer.allocUnsafeSlow(Math.max(length, this.#store.length * 2, 4096));
      store.set(this.bytes);
      this.#store = store;
    }
    this.#store.set(bytes.subarray(from, to), this.#length);
    this.#length = length;
  }

  clear(): void {
    this.#length = 0;
    if (this.#store.length > KEPT) this.#store = Buffer.alloc(0);
  }

  /** Hands the bytes out for good and starts anew. */
  take(): Buffer {
    const bytes = this.bytes;
    this.#store = Buffer.alloc(0);
    this.#length = 0;
    return bytes;
  }
}
