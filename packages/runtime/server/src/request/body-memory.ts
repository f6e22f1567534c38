/**
 * Limits the bytes of all bodies that a server is reading whole, since the number of clients is not limited by their
 * size.
 */

export class BodyMemory {
  readonly #limit: number;
  #used = 0;

  /** @param limit the limit in bytes; 0 is no limit */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Adds bytes, which count until they are given back. @returns whether all bytes together are within the limit */
  take(bytes: number): boolean {
    this.#used += bytes;
    return this.#limit === 0 || this.#used <= this.#limit;
  }

  giveBack(bytes: number): void {
    this.#used -= bytes;
  }
}
