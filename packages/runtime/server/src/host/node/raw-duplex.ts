/** A request and its response as one duplex: input is the body of the one, output that of the other. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Duplex } from 'node:stream';

export class RawDuplex extends Duplex {
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;

  constructor(request: IncomingMessage, response: ServerResponse) {
    super();
    this.#request = request;
    this.#response = response;
    request.on('data', (chunk: Buffer) => {
      if (!this.push(chunk)) request.pause();
    });
    // The body may have been read as what was asked; then there is no input.
    if (request.readableEnded) this.push(null);
    else request.once('end', () => this.push(null));
    request.once('error', () => this.destroy());
    response.once('close', () => this.destroy());
    this.on('error', () => undefined);
  }

  override _read(): void {
    this.#request.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (this.#response.write(chunk)) {
      done();
      return;
    }
    const go = (): void => {
      this.#response.off('drain', go).off('close', go);
      done();
    };
    this.#response.on('drain', go).on('close', go);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#response.end(() => done());
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.#response.writableFinished) this.#response.destroy();
    done(error);
  }
}
