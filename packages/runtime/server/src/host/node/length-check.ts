/** Compares the length of a streamed body with the `Content-Length` that has been sent. */
import type { HostResponse } from '../host-message.js';

export class LengthCheck {
  readonly #length: number;
  #sent = 0;

  /** Returns a check, or undefined if there is no `Content-Length`. */
  static of(headers: HostResponse['headers']): LengthCheck | undefined {
    const length = headers['Content-Length'];
    return length === undefined ? undefined : new LengthCheck(Number(length));
  }

  private constructor(length: number) {
    this.#length = length;
  }

  /**
   * Counts a chunk.
   *
   * @returns false if the body is longer than declared, since the client would read the rest as the next response
   */
  add(piece: string | Uint8Array): boolean {
    this.#sent += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.byteLength;
    return this.#sent <= this.#length;
  }

  get isReached(): boolean {
    return this.#sent === this.#length;
  }

  get error(): RangeError {
    const compared = this.#sent > this.#length ? 'more' : 'less';
    return new RangeError(`the response has ${compared} bytes than the ${this.#length} of its Content-Length`);
  }
}
