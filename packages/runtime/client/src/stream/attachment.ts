/** A process that one is attached to: its output, and a way to its input. */
import { Writable, type Duplex } from 'node:stream';
import { silence } from './failure.js';
import { Output } from './output.js';
import type { StreamContext } from './stream-context.js';

/** Output that can be answered. */
export class Attachment extends Output {
  /**
   * The process's standard input. `end()` closes it (where the container was made for that) and output still comes to
   * its end; `destroy()` closes the connection. A process that stopped reading is no error unless one listens for it.
   */
  readonly stdin: Writable;

  constructor(socket: Duplex, context: StreamContext, options: { readonly tty: boolean }) {
    super(socket, context, options);
    this.stdin = new Input(socket);
    silence(this.stdin);
  }

  override close(): void {
    super.close();
    this.stdin.destroy();
  }
}

class Input extends Writable {
  readonly #socket: Duplex;

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
    if (!this.writableFinished) this.#socket.destroy();
    done(error);
  }
}
