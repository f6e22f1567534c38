/** Finds the end of a JSON value without parsing it, in bytes that may be split anywhere. */

export const RECORD_SEPARATOR = 0x1e;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Whether a byte may stand between values: white space, and the record separator of JSON text sequences (RFC 7464). */
export function isJsonSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte === RECORD_SEPARATOR;
}

/** Tracks brackets and strings. Whether the value is valid JSON is left to the parser. */
export class JsonTracker {
  /** The current value: none, an array or object, a string, or a bare word such as a number. */
  #kind: 'none' | 'brackets' | 'string' | 'word' = 'none';
  #depth = 0;
  #inString = false;
  #escaped = false;

  get isInside(): boolean {
    return this.#kind !== 'none';
  }

  /** True inside a value that needs more bytes to be complete. A bare word may be complete at the end of a stream. */
  get needsMore(): boolean {
    return this.#kind === 'brackets' || this.#kind === 'string';
  }

  reset(): void {
    this.#kind = 'none';
    this.#depth = 0;
    this.#inString = false;
    this.#escaped = false;
  }

  /**
   * Starts (at its first byte) or continues a value. Returns the position after its end, or -1 if it is not reached.
   */
  track(bytes: Uint8Array, from: number): number {
    if (from >= bytes.length) return -1;
    if (this.#kind === 'none') {
      const first = bytes[from];
      this.#kind = first === OPEN_OBJECT || first === OPEN_ARRAY ? 'brackets' : first === QUOTE ? 'string' : 'word';
      this.#inString = this.#kind === 'string';
      if (this.#kind !== 'brackets') from += 1;
    }
    const end = this.#kind === 'word' ? wordEnd(bytes, from) : this.#structureEnd(bytes, from);
    if (end >= 0) this.reset();
    return end;
  }

  #structureEnd(bytes: Uint8Array, from: number): number {
    const length = bytes.length;
    let depth = this.#depth;
    let inString = this.#inString;
    let at = from;
    if (this.#escaped && at < length) {
      this.#escaped = false;
      at += 1;
    }
    while (at < length) {
      const byte = bytes[at++] as number;
      if (inString) {
        if (byte === BACKSLASH) {
          if (at === length) this.#escaped = true;
          at += 1;
        } else if (byte === QUOTE) {
          inString = false;
          if (depth === 0) return at;
        }
      } else if (byte === QUOTE) {
        inString = true;
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        depth += 1;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
        depth -= 1;
        if (depth === 0) return at;
      }
    }
    this.#depth = depth;
    this.#inString = inString;
    return -1;
  }
}

/** Returns the end of a bare word, or -1: it ends before white space and before the start of another value. */
function wordEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (isJsonSpace(byte) || byte === OPEN_OBJECT || byte === OPEN_ARRAY || byte === QUOTE) return at;
  }
  return -1;
}
