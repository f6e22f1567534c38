/** Decodes multiplexed frames from chunks that may be split anywhere. */
import { WireError } from './wire-error.js';

type FrameType = 0 | 1 | 2 | 3;
type Emit = (type: FrameType, payload: Uint8Array, last: boolean) => void;

const HEADER_LENGTH = 8;

/**
 * A push parser. Payloads are views of the chunks and are emitted immediately: nothing is buffered, whatever length a
 * header declares. A frame that spans several chunks is emitted in parts, and `last` is true for the part that
 * completes it; a frame of 0 bytes is emitted as one empty part. After an error the reader cannot be used again.
 */
export class FrameReader {
  readonly #emit: Emit;
  /** A header that is split by the end of a chunk. `#headerLength` is the number of its bytes that have arrived. */
  readonly #header = new Uint8Array(HEADER_LENGTH);
  #headerLength = 0;
  #type: FrameType = 0;
  /** The number of bytes of the current frame that have not arrived. */
  #remaining = 0;
  /** The position in the stream after the last frame whose header has been read. */
  #offset = 0;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  /** Accepts the next chunk. @throws WireError FRAME_INVALID if the bytes in place of a header are not a header */
  push(chunk: Uint8Array): void {
    const emit = this.#emit;
    const end = chunk.length;
    let at = 0;
    if (this.#headerLength > 0) {
      at = this.#completeHeader(chunk);
    } else if (this.#remaining > 0) {
      at = this.#emitPart(chunk, 0);
    }
    while (end - at >= HEADER_LENGTH) {
      const type = chunk[at] as FrameType;
      if (type > 3 || ((chunk[at + 1] as number) | (chunk[at + 2] as number) | (chunk[at + 3] as number)) !== 0) {
        throw this.#invalidFrame();
      }
      const length =
        (((chunk[at + 4] as number) << 24) |
          ((chunk[at + 5] as number) << 16) |
          ((chunk[at + 6] as number) << 8) |
          (chunk[at + 7] as number)) >>>
        0;
      const from = at + HEADER_LENGTH;
      this.#offset += HEADER_LENGTH + length;
      if (length > end - from) {
        this.#type = type;
        this.#remaining = length;
        if (from < end) this.#emitPart(chunk, from);
        return;
      }
      at = from + length;
      emit(type, chunk.subarray(from, at), true);
    }
    if (at < end) {
      this.#header.set(chunk.subarray(at));
      this.#headerLength = end - at;
    }
  }

  /** Ends the stream. @throws WireError FRAME_CUT if a frame or its header is incomplete */
  end(): void {
    if (this.#headerLength > 0) {
      throw new WireError(
        'FRAME_CUT',
        `the stream ended inside a frame's header (${this.#headerLength} of ${HEADER_LENGTH} bytes, at byte ${this.#offset})`,
      );
    }
    if (this.#remaining > 0) {
      throw new WireError('FRAME_CUT', `the stream ended inside a frame (${this.#remaining} bytes short)`);
    }
  }

  /** Completes the split header and emits the bytes of its frame. Returns the position after them. */
  #completeHeader(chunk: Uint8Array): number {
    const header = this.#header;
    const taken = Math.min(HEADER_LENGTH - this.#headerLength, chunk.length);
    header.set(chunk.subarray(0, taken), this.#headerLength);
    this.#headerLength += taken;
    if (this.#headerLength < HEADER_LENGTH) return taken;
    this.#headerLength = 0;
    const view = new DataView(header.buffer);
    const start = view.getUint32(0);
    if ((start & 0x00ffffff) !== 0 || start >>> 24 > 3) throw this.#invalidFrame();
    this.#type = (start >>> 24) as FrameType;
    this.#remaining = view.getUint32(4);
    this.#offset += HEADER_LENGTH + this.#remaining;
    if (this.#remaining === 0) {
      this.#emit(this.#type, chunk.subarray(taken, taken), true);
      return taken;
    }
    return taken < chunk.length ? this.#emitPart(chunk, taken) : taken;
  }

  /** Emits the bytes of the current frame that the chunk contains from `from`. Returns the position after them. */
  #emitPart(chunk: Uint8Array, from: number): number {
    if (chunk.length === from) return from;
    const to = Math.min(chunk.length, from + this.#remaining);
    this.#remaining -= to - from;
    this.#emit(this.#type, chunk.subarray(from, to), this.#remaining === 0);
    return to;
  }

  #invalidFrame(): WireError {
    return new WireError('FRAME_INVALID', `byte ${this.#offset} of the stream is not the start of a frame`);
  }
}
