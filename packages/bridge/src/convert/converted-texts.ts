/** Keeps short responses with what they were converted to: clients ask for the same lists again and again, and most have not changed. */

/** The most bytes of one response that is kept, and of all together, each with its conversion. */
const maxOne = 64 * 1024;
const maxAll = 4 * 1024 * 1024;

/** Texts with a character for each byte (latin1): they are created and compared faster than buffers of this size are. */
interface Entry {
  readonly body: string;
  readonly converted: string;
}

/** The conversion of a response must depend on nothing but its body. */
export class ConvertedTexts {
  /** The least recently used first. */
  readonly #entries = new Map<string, Entry>();
  #size = 0;

  /**
   * Returns what a body was converted to.
   *
   * @param key of the request: the version of the client, the path and the query
   */
  get(key: string, body: string): string | undefined {
    const entry = this.#entries.get(key);
    if (entry?.body !== body) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.converted;
  }

  set(key: string, body: string, converted: string): void {
    const entry = { body, converted };
    if (sizeOf(entry) > maxOne) return this.#delete(key);
    // A response that changes each time stays where it is in the order, since it is not used.
    this.#size += sizeOf(entry) - sizeOf(this.#entries.get(key));
    this.#entries.set(key, entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= maxAll) return;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    this.#size -= sizeOf(this.#entries.get(key));
    this.#entries.delete(key);
  }
}

function sizeOf(entry: Entry | undefined): number {
  return entry === undefined ? 0 : entry.body.length + entry.converted.length;
}
