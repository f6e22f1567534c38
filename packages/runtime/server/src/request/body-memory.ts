/** Counts the bytes of all bodies that a server is reading whole, which many clients could make as many as they like. */

export class BodyMemory {
  readonly #limit: number;
  #used = 0;

  /** @param limit in bytes; 0 is no limit */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @returns whether there was room for so many bytes more; they count in any case, until they are given back */
  take(bytes: number): boolean {
    this.#used += bytes;
    return this.#limit === 0 || this.#used <= this.#limit;
  }

  giveBack(bytes: number): void {
    this.#used -= bytes;
  }
}
