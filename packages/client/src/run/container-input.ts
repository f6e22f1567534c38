/** Passes the caller's standard input to a container. */
import type { Readable, Writable } from 'node:stream';
import { InputError, readableFrom, type ByteSource } from '@lading/runtime-client';
import { drained } from './collect-output.js';

/** Owns the source: reports its failure once, whenever it happens, and keeps it from ending the process. */
export class ContainerInput {
  readonly #source: Readable;
  readonly #onFailure: (error: unknown) => void;
  #closed = false;

  /** @throws InputError for a source that is not bytes */
  constructor(source: ByteSource | string, onFailure: (error: unknown) => void) {
    const readable = readableFrom(typeof source === 'string' ? Buffer.from(source) : source);
    if (readable === undefined) {
      throw new InputError('BODY_INVALID', 'The standard input must be a string, bytes or a stream of bytes.');
    }
    this.#source = readable;
    this.#onFailure = onFailure;
    readable.on('error', (error: unknown) => this.#fail(error));
    readable.once('close', () => {
      if (!readable.readableEnded) this.#fail(closedEarly());
    });
    // A stream that failed earlier may have emitted its error already.
    if (readable.errored !== null) this.#fail(readable.errored);
  }

  /** Writes the source with back-pressure. A process that ends without reading its input has not failed. */
  async feed(stdin: Writable, options: { readonly end: boolean }): Promise<void> {
    try {
      for await (const chunk of this.#source as AsyncIterable<unknown>) {
        // Leaving the loop destroys the source, which then reports an abort.
        if (stdin.destroyed) return this.close();
        if (!(chunk instanceof Uint8Array) && typeof chunk !== 'string') return this.#fail(notBytes());
        if (!stdin.write(chunk)) await drained(stdin);
      }
      if (options.end) stdin.end();
    } catch (error) {
      const isCut = this.#source.errored === null && this.#source.destroyed;
      this.#fail(isCut ? closedEarly() : error);
    }
  }

  /** Stops reading the source. */
  close(): void {
    this.#closed = true;
    if (!this.#source.readableEnded) this.#source.destroy();
  }

  #fail(error: unknown): void {
    if (this.#closed) return;
    this.#closed = true;
    // If the source failed twice in one turn of the event loop, the second failure may be reported first.
    this.#onFailure(this.#source.errored ?? error);
  }
}

function notBytes(): InputError {
  return new InputError('BODY_INVALID', 'The standard input must be a stream of bytes.');
}

function closedEarly(): InputError {
  return new InputError('BODY_CUT', 'The standard input was closed before its end.');
}
