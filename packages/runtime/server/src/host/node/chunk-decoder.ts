/** Decodes a chunked body from the bytes of a connection, and finds its end. */

const maxLineLength = 4096;
const maxTrailersLength = 65_536;

/** A push parser of `Transfer-Encoding: chunked`. Node decodes it itself, except in upgrade requests. */
export class ChunkDecoder {
  readonly #emit: (data: Buffer) => void;
  #state: 'size' | 'data' | 'data-end' | 'trailer' = 'size';
  #line = '';
  #remaining = 0;
  #trailers = '';

  constructor(emit: (data: Buffer) => void) {
    this.#emit = emit;
  }

  /** The lines of the trailers with their ends, with a character for each byte. */
  get trailers(): string {
    return this.#trailers;
  }

  /** Decodes bytes. Returns the bytes after the body once it has ended. @throws Error if the bytes are not chunks */
  push(bytes: Buffer): Buffer | undefined {
    let at = 0;
    while (at < bytes.length) {
      if (this.#state === 'data') {
        const to = Math.min(bytes.length, at + this.#remaining);
        this.#emit(bytes.subarray(at, to));
        this.#remaining -= to - at;
        at = to;
        if (this.#remaining === 0) this.#state = 'data-end';
        continue;
      }
      const end = bytes.indexOf(0x0a, at);
      this.#line += bytes.toString('latin1', at, end < 0 ? bytes.length : end);
      if (this.#line.length > maxLineLength) throw new Error('the head of a chunk is too long');
      if (end < 0) return undefined;
      at = end + 1;
      if (!this.#line.endsWith('\r')) throw new Error('a chunk has a bare line end');
      const line = this.#line.slice(0, -1);
      this.#line = '';
      if (this.#isLast(line)) return bytes.subarray(at);
    }
    return undefined;
  }

  /** Processes a line and tells whether it ends the body. */
  #isLast(line: string): boolean {
    switch (this.#state) {
      case 'size': {
        const size = /^([\da-f]{1,12})[ \t]*(;.*)?$/i.exec(line)?.[1];
        if (size === undefined) throw new Error('a chunk has no size');
        this.#remaining = Number.parseInt(size, 16);
        this.#state = this.#remaining === 0 ? 'trailer' : 'data';
        return false;
      }
      case 'trailer':
        if (line === '') return true;
        this.#trailers += `${line}\r\n`;
        if (this.#trailers.length > maxTrailersLength) throw new Error('the trailers are too long');
        return false;
      default:
        if (line !== '') throw new Error('a chunk is longer than its size');
        this.#state = 'size';
        return false;
    }
  }
}
