/** Reads JSON values that follow each other, separated by line ends, other white space or nothing. */
import { GrowingBytes } from './growing-bytes.js';
import { isJsonSpace, JsonTracker } from './json-tracker.js';
import { WireError } from './wire-error.js';

const NEWLINE = 0x0a;

export interface JsonLinesOptions<T> {
  /** Called with each value, in order, as soon as its last byte is there. */
  emit: (value: T) => void;
  /** Reads the text of one value; `JSON.parse` unless given. */
  parse?: (text: string) => unknown;
  /** The most bytes that one value may have; 256 MiB unless given. */
  maxLength?: number;
}

/**
 * A push parser. Whole lines, which is how engines write, are decoded together and parsed one by one; only where a
 * line is not a value by itself (values side by side, or over several lines) are brackets and texts followed byte by
 * byte. How the bytes are cut into chunks never changes the values. After an error the reader is of no more use.
 */
export class JsonLinesReader<T> {
  readonly #emit: (value: T) => void;
  readonly #parse: (text: string) => unknown;
  readonly #maxLength: number;
  /** The start of a value whose end has not come: followed up to its end when the tracker is inside, else unread. */
  readonly #pending = new GrowingBytes();
  readonly #tracker = new JsonTracker();
  #count = 0;

  constructor(options: JsonLinesOptions<T>) {
    this.#emit = options.emit;
    this.#parse = options.parse ?? JSON.parse;
    this.#maxLength = options.maxLength ?? 256 * 1024 * 1024;
  }

  /** @throws WireError JSON_INVALID for what is no JSON, JSON_TOO_LONG for a value above the limit */
  push(chunk: Uint8Array): void {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
    let at = 0;
    if (this.#tracker.inside) {
      at = this.#track(bytes, 0, true);
    } else if (this.#pending.length > 0) {
      const lineEnd = bytes.indexOf(NEWLINE);
      at = lineEnd < 0 ? bytes.length : lineEnd + 1;
      this.#pending.append(bytes, 0, at);
      if (lineEnd < 0) {
        this.#lookAtPending();
      } else {
        this.#readLines(this.#pending.take());
        if (this.#tracker.inside) at = this.#track(bytes, at, true);
      }
    }
    if (at === bytes.length) return;
    const linesEnd = bytes.lastIndexOf(NEWLINE) + 1;
    if (linesEnd > at) {
      this.#readLines(bytes.subarray(at, linesEnd));
      at = linesEnd;
    }
    if (at === bytes.length) return;
    if (this.#tracker.inside) {
      this.#track(bytes, at, false);
    } else {
      this.#pending.append(bytes, at, bytes.length);
      this.#lookAtPending();
    }
  }

  /** Tells that no more bytes come. @throws WireError JSON_CUT when a value is not whole, JSON_INVALID as `push` */
  end(): void {
    if (!this.#tracker.inside && this.#pending.length > 0) {
      const bytes = this.#pending.take();
      this.#track(bytes, 0, false);
    }
    if (!this.#tracker.inside) return;
    const cut = new WireError('JSON_CUT', `the stream ended inside a JSON value (after ${this.#count} whole ones)`);
    if (this.#tracker.open) throw cut;
    this.#tracker.reset();
    const text = this.#pending.take().toString();
    if (['true', 'false', 'null'].some((word) => word !== text && word.startsWith(text))) throw cut;
    if (/^-?(?:\d+(?:\.\d*)?(?:[eE][+-]?)?)?$/.test(text) && !/\d$/.test(text)) throw cut;
    this.#value(text);
  }

  /** Reads bytes that end in a line end; from the first line on that is no value, the tracker takes over. */
  #readLines(bytes: Buffer): void {
    if (bytes.length > this.#maxLength) {
      this.#track(bytes, 0, false);
      return;
    }
    const text = bytes.toString();
    let from = 0;
    for (let lines = 0; from < text.length; lines += 1) {
      const to = text.indexOf('\n', from);
      const line = text.slice(from, to);
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
   * Follows values byte by byte, reading those that end; the rest becomes pending. With `one`, stops after the value
   * that was begun before. Returns the place up to which the bytes are used.
   */
  #track(bytes: Buffer, from: number, one: boolean): number {
    let at = from;
    for (;;) {
      if (!this.#tracker.inside) {
        while (at < bytes.length && isJsonSpace(bytes[at] as number)) at += 1;
        if (at === bytes.length) return at;
      }
      const end = this.#tracker.follow(bytes, at);
      const to = end < 0 ? bytes.length : end;
      if (this.#pending.length + to - at > this.#maxLength) {
        throw new WireError('JSON_TOO_LONG', `JSON value ${this.#count} is longer than ${this.#maxLength} bytes`);
      }
      if (end < 0 || this.#pending.length > 0) this.#pending.append(bytes, at, to);
      if (end < 0) return to;
      if (this.#pending.length > 0) {
        const text = this.#pending.bytes.toString();
        this.#pending.clear();
        this.#value(text);
      } else {
        this.#value(bytes.toString('utf8', at, end));
      }
      at = end;
      if (one) return at;
    }
  }

  /** A value may have its end without a line end: followed as soon as the last byte looks like one. */
  #lookAtPending(): void {
    const bytes = this.#pending.bytes;
    const last = bytes[bytes.length - 1];
    if (last === 0x7d || last === 0x5d || bytes.length > this.#maxLength) {
      this.#track(this.#pending.take(), 0, false);
    }
  }

  #value(text: string): void {
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

/** The place after so many line ends. */
function afterLines(bytes: Buffer, lines: number): number {
  let at = 0;
  for (let line = 0; line < lines; line += 1) at = bytes.indexOf(NEWLINE, at) + 1;
  return at;
}
