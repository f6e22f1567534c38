/** Reads a body in chunks from the bytes of a connection, and knows where it ends. */

const longestLine = 4096;
const longestTrailers = 65_536;

/** A push parser of `Transfer-Encoding: chunked`. Node reads it itself, except for requests that ask for an upgrade. */
export class ChunkDecoder {
  readonly #emit: (data: Buffer) => void;
  #state: 'size' | 'data' | 'data-end' | 'trailer' = 'size';
  #line = '';
  #rest = 0;
  #trailers = 0;

  constructor(emit: (data: Buffer) => void) {
    this.#emit = emit;
  }

  /** What stands behind the body, once that is over. @throws Error for what are no chunks */
  push(bytes: Buffer): Buffer | undefined {
    let at = 0;
    while (at < bytes.length) {
      if (this.#state === 'data') {
        const to = Math.min(bytes.length, at + this.#rest);
        this.#emit(bytes.subarray(at, to));
        this.#rest -= to - at;
        at = to;
        if (this.#rest === 0) this.#state = 'data-end';
        continue;
      }
      const end = bytes.indexOf(0x0a, at);
      this.#line += bytes.toString('latin1', at, end < 0 ? bytes.length : end);
      if (this.#line.length > longestLine) throw new Error('a chunk has too long a head');
      if (end < 0) return undefined;
      at = end + 1;
      if (!this.#line.endsWith('\r')) throw new Error('a chunk has a bare line end');
      const line = this.#line.slice(0, -1);
      this.#line = '';
      if (this.#isLast(line)) return bytes.subarray(at);
    }
    return undefined;
  }

  /** Whether the line ends the body. */
  #isLast(line: string): boolean {
    switch (this.#state) {
      case 'size': {
        const size = /^([\da-f]{1,12})[ \t]*(;.*)?$/i.exec(line)?.[1];
        if (size === undefined) throw new Error('a chunk has no size');
        this.#rest = Number.parseInt(size, 16);
        this.#state = this.#rest === 0 ? 'trailer' : 'data';
        return false;
      }
      case 'trailer':
        this.#trailers += line.length + 2;
        if (this.#trailers > longestTrailers) throw new Error('the trailers are too long');
        return line === '';
      default:
        if (line !== '') throw new Error('a chunk is longer than it says');
        this.#state = 'size';
        return false;
    }
  }
}
