/** Holds a body that flows to the `Content-Length` that goes out in front of it. */
import type { HostResponse } from '../host-message.js';

export class LengthCheck {
  readonly #length: number;
  #sent = 0;

  /** Undefined where no length is promised. */
  static of(headers: HostResponse['headers']): LengthCheck | undefined {
    const length = headers['Content-Length'];
    return length === undefined ? undefined : new LengthCheck(Number(length));
  }

  private constructor(length: number) {
    this.#length = length;
  }

  /** @returns false where more comes than was promised: such bytes would be read as the next response */
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
