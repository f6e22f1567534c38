/** The output and input of an attached process. */
import { Writable, type Duplex } from 'node:stream';
import { silence } from './failure.js';
import { Output } from './output.js';
import type { StreamContext } from './stream-context.js';

/** The output of an attached process, with its standard input. */
export class Attachment extends Output {
  /**
   * The process's standard input. `end()` closes it (if the container was created with that option), and the output
   * continues to its end. `destroy()` closes the connection; readers of the output get the error passed to it. A process
   * that stops reading is not an error unless there is a listener for it.
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
    // Otherwise a write that the process never reads would never end.
    socket.once('close', () => this.destroy());
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    // A failure of the socket is reported as the failure of a write, too.
    const isOwn = error !== null && !this.#socket.destroyed && this.#socket.errored !== error;
    if (isOwn) this.#failure = { error };
    if (!this.writableFinished) this.#socket.destroy(isOwn ? error : undefined);
    done(error);
  }

  /** Whether an error is that of the source of the input. */
  failedWith(error: unknown): boolean {
    return this.#failure !== undefined && this.#failure.error === error;
  }
}
