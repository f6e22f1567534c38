/** Finds where a JSON value ends without parsing it, in bytes that are cut anywhere. */

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_MAP = 0x7b;
const CLOSE_MAP = 0x7d;

export function isJsonSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Follows brackets and texts; whether the value is right JSON is left to the parser. */
export class JsonTracker {
  /** What the value at hand is: none begun, in brackets, a text on its own, or a bare word such as a number. */
  #kind: 'none' | 'brackets' | 'text' | 'word' = 'none';
  #depth = 0;
  #inText = false;
  #escaped = false;

  get inside(): boolean {
    return this.#kind !== 'none';
  }

  /** True inside a value that only more bytes can complete; a bare word may be complete at the end of a stream. */
  get open(): boolean {
    return this.#kind === 'brackets' || this.#kind === 'text';
  }

  reset(): void {
    this.#kind = 'none';
    this.#depth = 0;
    this.#inText = false;
    this.#escaped = false;
  }

  /** Begins (at the value's first byte) or goes on with a value; the place after its end, or -1 when not reached. */
  follow(bytes: Uint8Array, from: number): number {
    if (from >= bytes.length) return -1;
    if (this.#kind === 'none') {
      const first = bytes[from];
      this.#kind = first === OPEN_MAP || first === OPEN_LIST ? 'brackets' : first === QUOTE ? 'text' : 'word';
      if (this.#kind === 'text') {
        this.#inText = true;
        from += 1;
      } else if (this.#kind === 'word') {
        from += 1;
      }
    }
    const end = this.#kind === 'word' ? wordEnd(bytes, from) : this.#structureEnd(bytes, from);
    if (end >= 0) this.reset();
    return end;
  }

  #structureEnd(bytes: Uint8Array, from: number): number {
    const length = bytes.length;
    let depth = this.#depth;
    let inText = this.#inText;
    let at = from;
    if (this.#escaped && at < length) {
      this.#escaped = false;
      at += 1;
    }
    while (at < length) {
      const byte = bytes[at++] as number;
      if (inText) {
        if (byte === BACKSLASH) {
          if (at === length) this.#escaped = true;
          at += 1;
        } else if (byte === QUOTE) {
          inText = false;
          if (depth === 0) return at;
        }
      } else if (byte === QUOTE) {
        inText = true;
      } else if (byte === OPEN_MAP || byte === OPEN_LIST) {
        depth += 1;
      } else if (byte === CLOSE_MAP || byte === CLOSE_LIST) {
        depth -= 1;
        if (depth === 0) return at;
      }
    }
    this.#depth = depth;
    this.#inText = inText;
    return -1;
  }
}

/** A bare word ends before white space and before what begins another value. */
function wordEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (isJsonSpace(byte) || byte === OPEN_MAP || byte === OPEN_LIST || byte === QUOTE) return at;
  }
  return -1;
}
