/** Decodes a stream of JSON values that are separated by line ends, by other white space, as in a JSON text sequence, or by nothing. */
import { isJsonSpace, JsonTracker, RECORD_SEPARATOR } from './json-tracker.js';
import { WireError } from './wire-error.js';

/** The largest buffer that `clear` retains for the next value, in bytes. */
const MAX_RETAINED = 1 << 20;

/**
 * An appendable buffer that grows by doubling, so that copying a value that arrives in a million chunks takes
 * linear time.
 */
class GrowingBytes {
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

const NEWLINE = 0x0a;

export interface JsonLinesOptions<T> {
  /** Called with each value, in order, as soon as its last byte has arrived. */
  emit: (value: T) => void;
  /** Parses the JSON text of one value. @default JSON.parse */
  parse?: (text: string) => unknown;
  /** The maximum length of one value, in bytes. @default 256 MiB */
  maxLength?: number;
}

/**
 * A push parser. Complete lines, which is what engines send, are decoded together and parsed one by one. Only if a line
 * is not exactly one value (several values in a line, or a value over several lines), brackets and strings are tracked
 * byte by byte. How the bytes are split into chunks never changes the values. After an error the reader cannot be used
 * again.
 */
export class JsonLinesReader<T> {
  readonly #emit: (value: T) => void;
  readonly #parse: (text: string) => unknown;
  readonly #maxLength: number;
  /**
   * The start of an incomplete value: tracked up to its last byte if the tracker is inside a value, else not yet
   * tracked.
   */
  readonly #pending = new GrowingBytes();
  readonly #tracker = new JsonTracker();
  #count = 0;

  constructor(options: JsonLinesOptions<T>) {
    this.#emit = options.emit;
    this.#parse = options.parse ?? JSON.parse;
    this.#maxLength = options.maxLength ?? 256 * 1024 * 1024;
  }

  /**
   * Accepts the next chunk.
   *
   * @throws WireError JSON_INVALID if it is not JSON, JSON_TOO_LONG for a value above the limit
   */
  push(chunk: Uint8Array): void {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    let at = 0;
    if (this.#tracker.isInside) {
      at = this.#track(bytes, 0, true);
    } else if (this.#pending.length > 0) {
      const lineEnd = bytes.indexOf(NEWLINE);
      at = lineEnd < 0 ? bytes.length : lineEnd + 1;
      this.#pending.append(bytes, 0, at);
      if (lineEnd < 0) {
        this.#trackPending();
      } else {
        this.#parseLines(this.#pending.take());
        if (this.#tracker.isInside) at = this.#track(bytes, at, true);
      }
    }
    if (at === bytes.length) return;
    const linesEnd = bytes.lastIndexOf(NEWLINE) + 1;
    if (linesEnd > at) {
      this.#parseLines(bytes.subarray(at, linesEnd));
      at = linesEnd;
    }
    if (at === bytes.length) return;
    if (this.#tracker.isInside) {
      this.#track(bytes, at, false);
    } else {
      this.#pending.append(bytes, at, bytes.length);
      this.#trackPending();
    }
  }

  /** Ends the stream. @throws WireError JSON_CUT if the last value is incomplete, JSON_INVALID as `push` */
  end(): void {
    if (!this.#tracker.isInside && this.#pending.length > 0) {
      const bytes = this.#pending.take();
      this.#track(bytes, 0, false);
    }
    if (!this.#tracker.isInside) return;
    const incomplete = new WireError(
      'JSON_CUT',
      `the stream ended inside a JSON value (after ${this.#count} complete ones)`,
    );
    if (this.#tracker.needsMore) throw incomplete;
    this.#tracker.reset();
    const text = this.#pending.take().toString();
    if (['true', 'false', 'null'].some((word) => word !== text && word.startsWith(text))) throw incomplete;
    if (/^-?(?:\d+(?:\.\d*)?(?:[eE][+-]?)?)?$/.test(text) && !/\d$/.test(text)) throw incomplete;
    this.#parseValue(text);
  }

  /** Parses bytes that end with a line end. From the first line that is not a value, the tracker parses the rest. */
  #parseLines(bytes: Buffer): void {
    if (bytes.length > this.#maxLength) {
      this.#track(bytes, 0, false);
      return;
    }
    const text = bytes.toString();
    let from = 0;
    for (let lines = 0; from < text.length; lines += 1) {
      const to = text.indexOf('\n', from);
      const line = text.slice(text.charCodeAt(from) === RECORD_SEPARATOR ? from + 1 : from, to);
      from = to + 1;
      if (line === '' || line === '\r') continue;
      let value: unknown;
      try {
        value = this.#parse(line);
      } catch {
        this.#track(bytes, afterLines(bytes, lines), false);
        return;
      }
      this.#count += 1;
      this.#emit(value as T);
    }
  }

  /**
   * Tracks values byte by byte and parses those that are complete; the rest becomes pending. With `one`, it stops after
   * the value that began in an earlier chunk. Returns the position up to which the bytes are consumed.
   */
  #track(bytes: Buffer, from: number, one: boolean): number {
    let at = from;
    for (;;) {
      if (!this.#tracker.isInside) {
        while (at < bytes.length && isJsonSpace(bytes[at] as number)) at += 1;
        if (at === bytes.length) return at;
      }
      const end = this.#tracker.track(bytes, at);
      const to = end < 0 ? bytes.length : end;
      if (this.#pending.length + to - at > this.#maxLength) {
        throw new WireError('JSON_TOO_LONG', `JSON value ${this.#count} is longer than ${this.#maxLength} bytes`);
      }
      if (end < 0 || this.#pending.length > 0) this.#pending.append(bytes, at, to);
      if (end < 0) return to;
      if (this.#pending.length > 0) {
        const text = this.#pending.bytes.toString();
        this.#pending.clear();
        this.#parseValue(text);
      } else {
        this.#parseValue(bytes.toString('utf8', at, end));
      }
      at = end;
      if (one) return at;
    }
  }

  /** Tracks the pending bytes as soon as the last byte may end a value, since a value may end without a line end. */
  #trackPending(): void {
    const bytes = this.#pending.bytes;
    const last = bytes[bytes.length - 1];
    if (last === 0x7d || last === 0x5d || bytes.length > this.#maxLength) {
      this.#track(this.#pending.take(), 0, false);
    }
  }

  #parseValue(text: string): void {
    let value: unknown;
    try {
      value = this.#parse(text);
    } catch {
      throw new WireError('JSON_INVALID', `value ${this.#count} of the stream is not JSON`);
    }
    this.#count += 1;
    this.#emit(value as T);
  }
}

/** Returns the position after a number of line ends. */
function afterLines(bytes: Buffer, lines: number): number {
  let at = 0;
  for (let line = 0; line < lines; line += 1) at = bytes.indexOf(NEWLINE, at) + 1;
  return at;
}
