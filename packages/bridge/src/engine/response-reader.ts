/** Reads the responses of a connection, one after the other, from the bytes that arrive. */
import { ChunkDecoder } from '@lading/runtime-server/host';
import { invalidResponse, readHead, readHeaders, type ReceivedHead } from './response-head.js';
import type { ResponseHandler } from './response-handler.js';

/** The maximum length of a head, in bytes, as that of requests. */
const maxHead = 1_048_576;

/** The maximum length of what is read as a text at once: more would be read of a long body than its head. */
const maxWhole = 32 * 1024;

const noTrailers: readonly string[] = [];

export class ResponseReader {
  #handler: ResponseHandler | undefined;
  #isHead = false;
  /** The beginning of a head that has not arrived as a whole, with a character for each byte. */
  #begun = '';
  #head: ReceivedHead | undefined;
  /** The bytes of the body that are missing. */
  #missing = 0;
  #chunks: ChunkDecoder | undefined;
  /** What is decoded of chunks, and not passed on yet. */
  readonly #decoded: Buffer[] = [];
  #isPaused = false;

  /** Expects the response to a request. @param isHead whether the request is for a head alone */
  expect(handler: ResponseHandler, isHead: boolean): void {
    this.#handler = handler;
    this.#isHead = isHead;
    this.#head = undefined;
    this.#isPaused = false;
  }

  /** Whether the handler has asked to stop reading. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  resume(): void {
    this.#isPaused = false;
  }

  /** Whether the connection may be used again after the response. */
  get staysOpen(): boolean {
    return this.#head?.staysOpen === true;
  }

  /**
   * Passes on what has arrived, except the end.
   *
   * @param memory with what has arrived at its beginning
   * @param isLent whether the memory is used again
   * @returns the trailers when the response is complete
   * @throws HttpError 502 for what is not HTTP, and for more than one response
   */
  push(memory: Buffer, length: number, isLent: boolean): readonly string[] | undefined {
    if (this.#head === undefined && this.#begun === '' && length <= maxWhole)
      return this.#readShort(memory, length, isLent);
    let rest: Buffer | undefined = isLent ? Buffer.from(memory.subarray(0, length)) : memory.subarray(0, length);
    while (this.#head === undefined) {
      rest = this.#readHead(rest);
      if (rest === undefined) return undefined;
    }
    return this.#readBody(this.#head, rest);
  }

  /** Reads the beginning of a response, which most are whole with. */
  #readShort(memory: Buffer, length: number, isLent: boolean): readonly string[] | undefined {
    const text = memory.toString('latin1', 0, length);
    const headEnd = text.indexOf(emptyLine) + emptyLine.length;
    if (headEnd < emptyLine.length) {
      this.#begun = text;
      return undefined;
    }
    this.#takeHead(readHead(text, headEnd, this.#isHead));
    const head = this.#head;
    if (head?.framing === length - headEnd) {
      if (headEnd < length) this.#handler?.onWhole(memory.subarray(headEnd, length), text.slice(headEnd));
      return noTrailers;
    }
    const rest = isLent ? Buffer.from(text.slice(headEnd), 'latin1') : memory.subarray(headEnd, length);
    return head === undefined ? this.push(rest, rest.length, false) : this.#readBody(head, rest);
  }

  /** Whether the end of the connection completes the response. */
  get endsWithConnection(): boolean {
    return this.#head?.framing === 'close';
  }

  /** Returns what follows a head that began before, or is long; undefined if it has not arrived as a whole. */
  #readHead(piece: Buffer): Buffer | undefined {
    const before = this.#begun;
    const all = before + piece.toString('latin1');
    // Its last characters may be the beginning of an empty line.
    const end = all.indexOf(emptyLine, Math.max(0, before.length - emptyLine.length)) + emptyLine.length;
    if (end < emptyLine.length || end > maxHead) {
      if (all.length > maxHead) throw invalidResponse('its head is too long');
      this.#begun = all;
      return undefined;
    }
    this.#begun = '';
    this.#takeHead(readHead(all, end, this.#isHead));
    return piece.subarray(end - before.length);
  }

  #takeHead(head: ReceivedHead): void {
    if (head.status < 200) {
      // No request asks for another protocol.
      if (head.status === 101) throw invalidResponse('it changes the protocol');
      this.#handler?.onInformation(head.status, head.headers);
    } else {
      this.#head = head;
      if (typeof head.framing === 'number') this.#missing = head.framing;
      this.#chunks = head.framing === 'chunks' ? new ChunkDecoder((data) => void this.#decoded.push(data)) : undefined;
      this.#handler?.onHead(head.status, head.headers);
    }
  }

  #readBody({ framing }: ReceivedHead, piece: Buffer): readonly string[] | undefined {
    if (framing === 'chunks') return this.#readChunks(piece);
    if (piece.length > 0) {
      if (framing !== 'close') {
        if (piece.length > this.#missing) throw invalidResponse('it is longer than its length');
        this.#missing -= piece.length;
      }
      this.#pass(piece);
    }
    if (framing !== 'close' && this.#missing === 0) return noTrailers;
    this.#handler?.onPart();
    return undefined;
  }

  #readChunks(piece: Buffer): readonly string[] | undefined {
    const chunks = this.#chunks;
    let rest: Buffer | undefined;
    try {
      rest = chunks?.push(piece);
    } catch (error) {
      throw invalidResponse((error as Error).message);
    }
    for (const data of this.#decoded.splice(0)) this.#pass(data);
    if (rest === undefined) {
      this.#handler?.onPart();
      return undefined;
    }
    if (rest.length > 0) throw invalidResponse('it is longer than its chunks');
    const lines = chunks?.trailers ?? '';
    return lines === '' ? noTrailers : readHeaders(lines, 0, lines.length);
  }

  #pass(piece: Buffer): void {
    if (this.#handler?.onData(piece) === false) this.#isPaused = true;
  }
}

const emptyLine = '\r\n\r\n';
