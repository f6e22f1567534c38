/**
 * An appendable buffer that grows by doubling, so that copying a value that arrives in a million chunks takes linear
 * time.
 */

/** The largest buffer that `clear` retains for the next value, in bytes. */
const MAX_RETAINED = 1 << 20;

export class GrowingBytes {
  #buffer = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** A view of the bytes, valid until the next `append` or `clear`. */
  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  append(bytes: Uint8Array, from: number, to: number): void {
    const length = this.#length + to - from;
    if (length > this.#buffer.length) {
      const buffer = Buffer.allocUnsafeSlow(Math.max(length, this.#buffer.length * 2, 4096));
      buffer.set(this.bytes);
      this.#buffer = buffer;
    }
    this.#buffer.set(bytes.subarray(from, to), this.#length);
    this.#length = length;
  }

  clear(): void {
    this.#length = 0;
    if (this.#buffer.length > MAX_RETAINED) this.#buffer = Buffer.alloc(0);
  }

  /** Returns the bytes, which the caller then owns, and starts with an empty buffer. */
  take(): Buffer {
    const bytes = this.bytes;
    this.#buffer = Buffer.alloc(0);
    this.#length = 0;
    return bytes;
  }
}
