/** A file of a form. */
import { HttpError } from '../../../error/index.js';

/**
 * A file of a form. It is in memory, or, if the form is larger than `limits.body`, arrives while it is read: then it can be
 * read once. Reading fails with the error of the response if the file is too large or incomplete, or if the client stops.
 */
export class ReceivedFile implements AsyncIterable<Uint8Array> {
  readonly name: string;
  readonly mediaType: string;
  /** The number of bytes; undefined while the file arrives. */
  readonly size: number | undefined;
  readonly #content: Uint8Array | AsyncIterable<Uint8Array>;
  readonly #mostInMemory: number;

  /** @param mostInMemory the limit of `bytes()`; 0 is no limit */
  constructor(
    { name, mediaType }: Pick<ReceivedFile, 'name' | 'mediaType'>,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    mostInMemory: number,
  ) {
    this.name = name;
    this.mediaType = mediaType;
    this.size = content instanceof Uint8Array ? content.length : undefined;
    this.#content = content;
    this.#mostInMemory = mostInMemory;
  }

  /** Returns the whole file. @throws (rejects) HttpError 413 for a streamed file larger than `limits.body` */
  async bytes(): Promise<Uint8Array> {
    if (this.#content instanceof Uint8Array) return this.#content;
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of this.#content) {
      size += chunk.length;
      if (this.#mostInMemory > 0 && size > this.#mostInMemory) {
        throw new HttpError(413, `a file is larger than ${this.#mostInMemory} bytes`);
      }
      chunks.push(chunk);
    }
    return Buffer.concat(chunks, size);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    if (this.#content instanceof Uint8Array) yield this.#content;
    else yield* this.#content;
  }
}
