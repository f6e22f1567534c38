/** Reads the responses of a connection, one after the other, from the bytes that arrive. */
import { ChunkDecoder } from '@lading/runtime-server/host';
import { invalidResponse, readHead, readHeaders, type ReceivedHead } from './response-head.js';
import type { ResponseHandler } from './response-handler.js';

/** The maximum length of a head, in bytes, as that of requests. */
const maxHead = 1_048_576;

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
   * @returns the trailers when the response is complete
   * @throws HttpError 502 for what is not HTTP, and for more than one response
   */
  push(piece: Buffer): readonly string[] | undefined {
    let rest: Buffer | undefined = piece;
    while (this.#head === undefined) {
      rest = this.#readHead(rest);
      if (rest === undefined) return undefined;
    }
    return this.#readBody(this.#head, rest);
  }

  /** Whether the end of the connection completes the response. */
  get endsWithConnection(): boolean {
    return this.#head?.framing === 'close';
  }

  /** Returns what follows a head; undefined if it has not arrived as a whole. */
  #readHead(piece: Buffer): Buffer | undefined {
    const before = this.#begun;
    let end = before === '' ? piece.indexOf(emptyLine, 0, 'latin1') + emptyLine.length : 0;
    let text: string;
    if (before === '' && end >= emptyLine.length) text = piece.toString('latin1', 0, end);
    else {
      const all = before + piece.toString('latin1');
      // Its last characters may be the beginning of an empty line.
      const found = all.indexOf(emptyLine, Math.max(0, before.length - emptyLine.length));
      if (found < 0 || found > maxHead) {
        if (all.length > maxHead) throw invalidResponse('its head is too long');
        this.#begun = all;
        return undefined;
      }
      text = all.slice(0, found + emptyLine.length);
      end = text.length - before.length;
      this.#begun = '';
    }
    const head = readHead(text, this.#isHead);
    if (head.status < 200) {
      // No request asks for another protocol.
      if (head.status === 101) throw invalidResponse('it changes the protocol');
      this.#handler?.onInformation(head.status, head.headers);
    } else {
      this.#head = head;
      if (typeof head.framing === 'number') this.#missing = head.framing;
      this.#chunks = head.framing === 'chunks' ? new ChunkDecoder((data) => this.#pass(data)) : undefined;
      this.#handler?.onHead(head.status, head.headers);
    }
    return piece.subarray(end);
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
      throw error instanceof TypeError ? error : invalidResponse((error as Error).message);
    }
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
