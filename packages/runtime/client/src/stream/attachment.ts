/** A process that one is attached to: its output, and a way to its input. */
import { Writable, type Duplex } from 'node:stream';
import { silence } from './failure.js';
import { Output } from './output.js';
import type { StreamContext } from './stream-context.js';

/** Output that can be answered. */
export class Attachment extends Output {
  /**
   * The process's standard input. `end()` closes it (where the container was made for that) and output still comes to
   * its end; `destroy()` closes the connection, and an error given to it is what a reader of the output gets. A process that
   * stopped reading is no error unless one listens for it.
   */
  readonly stdin: Writable;

  constructor(socket: Duplex, context: StreamContext, options: { readonly tty: boolean }) {
    const input = new Input(socket);
    const isFromCaller = (error: unknown): boolean => input.failedWith(error) || context.isFromCaller?.(error) === true;
    super(socket, { ...context, isFromCaller }, options);
    this.stdin = input;
    silence(input);
  }

  override close(): void {
    super.close();
    this.stdin.destroy();
  }
}

class Input extends Writable {
  readonly #socket: Duplex;
  #failure: { readonly error: Error } | undefined;

  constructor(socket: Duplex) {
    super({ highWaterMark: 65_536 });
    this.#socket = socket;
    // Else a write that the process never takes would wait for ever.
    socket.once('close', () => this.destroy());
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    // What the socket failed with comes back as the failure of a write.
    const isOwn = error !== null && !this.#socket.destroyed && this.#socket.errored !== error;
    if (isOwn) this.#failure = { error };
    if (!this.writableFinished) this.#socket.destroy(isOwn ? error : undefined);
    done(error);
  }

  /** Whether this is what the source of the input failed with. */
  failedWith(error: unknown): boolean {
    return this.#failure !== undefined && this.#failure.error === error;
  }
}
