/** Reads multiplexed frames from chunks that are cut anywhere. */
import { WireError } from './wire-error.js';

type FrameType = 0 | 1 | 2 | 3;
type Emit = (type: FrameType, payload: Uint8Array, last: boolean) => void;

const HEADER = 8;

/**
 * A push parser. Payloads are views of the chunks, passed on as they come: nothing is collected, whatever length a
 * header declares. A frame that spans chunks is emitted in parts, `last` being true for the part that completes it;
 * a frame of 0 bytes is emitted as one empty part. After an error the reader is of no more use.
 */
export class FrameReader {
  readonly #emit: Emit;
  /** A header cut by the end of a chunk, and how many of its bytes are there. */
  readonly #header = new Uint8Array(HEADER);
  #have = 0;
  #type: FrameType = 0;
  /** Bytes of the current frame still to come. */
  #rest = 0;
  /** Where the frame at hand began, counted over the whole stream. */
  #offset = 0;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  /** @throws WireError FRAME_INVALID when what should be a header is none */
  push(chunk: Uint8Array): void {
    const emit = this.#emit;
    const end = chunk.length;
    let at = 0;
    if (this.#have > 0) {
      at = this.#completeHeader(chunk);
    } else if (this.#rest > 0) {
      at = this.#passOn(chunk, 0);
    }
    while (end - at >= HEADER) {
      const type = chunk[at] as FrameType;
      if (type > 3 || ((chunk[at + 1] as number) | (chunk[at + 2] as number) | (chunk[at + 3] as number)) !== 0) {
        throw this.#invalid();
      }
      const length =
        (((chunk[at + 4] as number) << 24) |
          ((chunk[at + 5] as number) << 16) |
          ((chunk[at + 6] as number) << 8) |
          (chunk[at + 7] as number)) >>>
        0;
      const from = at + HEADER;
      this.#offset += HEADER + length;
      if (length > end - from) {
        this.#type = type;
        this.#rest = length;
        if (from < end) this.#passOn(chunk, from);
        return;
      }
      at = from + length;
      emit(type, chunk.subarray(from, at), true);
    }
    if (at < end) {
      this.#header.set(chunk.subarray(at));
      this.#have = end - at;
    }
  }

  /** Tells that no more bytes come. @throws WireError FRAME_CUT when a frame, or its header, is not whole */
  end(): void {
    if (this.#have > 0) {
      throw new WireError(
        'FRAME_CUT',
        `the stream ended inside a frame's header (${this.#have} of ${HEADER} bytes, at byte ${this.#offset})`,
      );
    }
    if (this.#rest > 0) {
      throw new WireError('FRAME_CUT', `the stream ended inside a frame (${this.#rest} bytes short)`);
    }
  }

  /** Fills the cut header from the chunk's start, and passes on what follows of its frame. Returns the place after. */
  #completeHeader(chunk: Uint8Array): number {
    const header = this.#header;
    const taken = Math.min(HEADER - this.#have, chunk.length);
    header.set(chunk.subarray(0, taken), this.#have);
    this.#have += taken;
    if (this.#have < HEADER) return taken;
    this.#have = 0;
    const view = new DataView(header.buffer);
    const start = view.getUint32(0);
    if ((start & 0x00ffffff) !== 0 || start >>> 24 > 3) throw this.#invalid();
    this.#type = (start >>> 24) as FrameType;
    this.#rest = view.getUint32(4);
    this.#offset += HEADER + this.#rest;
    if (this.#rest === 0) {
      this.#emit(this.#type, chunk.subarray(taken, taken), true);
      return taken;
    }
    return taken < chunk.length ? this.#passOn(chunk, taken) : taken;
  }

  /** Passes on the bytes of the current frame that the chunk holds from `from`. Returns the place after them. */
  #passOn(chunk: Uint8Array, from: number): number {
    if (chunk.length === from) return from;
    const to = Math.min(chunk.length, from + this.#rest);
    this.#rest -= to - from;
    this.#emit(this.#type, chunk.subarray(from, to), this.#rest === 0);
    return to;
  }

  #invalid(): WireError {
    return new WireError('FRAME_INVALID', `byte ${this.#offset} of the stream should begin a frame and does not`);
  }
}
