/** Keeps short responses with what they were converted to: clients ask for the same lists again and again, and most have not changed. */

/** The most bytes of one response that is kept, and of all together, each with its conversion. */
const maxOne = 64 * 1024;
const maxAll = 4 * 1024 * 1024;

/** Bytes as letters: text is created and compared faster than buffers of this size are. */
interface Entry {
  readonly body: string;
  readonly text: string;
}

/** The conversion of a response must depend on nothing but its body. */
export class ConvertedTexts {
  /** The least recently used first. */
  readonly #entries = new Map<string, Entry>();
  #size = 0;

  /**
   * Returns what a body was converted to, each letter a byte.
   *
   * @param key of the request: the version of the client, the path and the query
   */
  get(key: string, body: Buffer): string | undefined {
    const entry = this.#entries.get(key);
    if (entry?.body.length !== body.length || entry.body !== body.toString('latin1')) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.text;
  }

  set(key: string, body: Buffer, converted: string): void {
    this.#delete(key);
    if (body.length + converted.length > maxOne) return;
    const text =
      Buffer.byteLength(converted) === converted.length ? converted : Buffer.from(converted).toString('latin1');
    const entry = { body: body.toString('latin1'), text };
    this.#entries.set(key, entry);
    this.#size += sizeOf(entry);
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= maxAll) return;
      this.#delete(oldest);
    }
  }

  #delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#size -= sizeOf(entry);
  }
}

function sizeOf({ body, text }: Entry): number {
  return body.length + text.length;
}
