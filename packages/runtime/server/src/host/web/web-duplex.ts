/** The bodies of a request and of its response as one duplex. */
import { Duplex, type Readable } from 'node:stream';

export class WebDuplex extends Duplex {
  /** The written bytes, as the body of the response. */
  readonly output: ReadableStream<Uint8Array>;
  writtenBytes = 0;
  readonly #input: Readable | null;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #resume: (() => void) | undefined;

  constructor(input: Readable | null) {
    super();
    this.#input = input;
    this.output = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
      pull: () => {
        this.#resume?.();
        this.#resume = undefined;
      },
      cancel: () => {
        this.#controller = undefined;
        this.destroy();
      },
    });
    if (input === null) this.push(null);
    input?.on('data', (chunk: Buffer) => {
      if (!this.push(chunk)) input.pause();
    });
    input?.once('end', () => this.push(null));
    input?.once('error', () => this.push(null));
    this.on('error', () => undefined);
  }

  override _read(): void {
    this.#input?.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    const controller = this.#controller;
    if (controller === undefined) {
      done(new DOMException('the connection is closed', 'AbortError'));
      return;
    }
    this.writtenBytes += chunk.length;
    controller.enqueue(Uint8Array.from(chunk));
    if ((controller.desiredSize ?? 1) > 0) done();
    else this.#resume = done;
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#controller?.close();
    this.#controller = undefined;
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#resume?.();
    this.#controller?.error(error ?? new DOMException('the connection is closed', 'AbortError'));
    this.#controller = undefined;
    this.#input?.destroy();
    done(error);
  }
}
