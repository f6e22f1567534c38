/** A websocket as a Node stream of bytes. */
import { Duplex } from 'node:stream';
import { ConnectionLost, ProtocolError } from '../error/index.js';
import { withCallName, transferFailure, type CallName } from './failure.js';

/** The part of a websocket that is used; declared here, so that the types of this package do not need the library. */
interface WebSocketLike {
  readonly isPaused: boolean;
  on(event: 'message', listener: (data: Buffer) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'close', listener: (code: number) => void): unknown;
  send(data: Buffer, options: { readonly binary: true }, done: (error?: Error) => void): void;
  close(code: number): void;
  pause(): void;
  resume(): void;
  terminate(): void;
}

/**
 * Both directions of a websocket, with back-pressure. `end()` sends the closing frame, which ends the input while output
 * continues; `destroy()` closes the connection at once.
 */
export class WebSocketDuplex extends Duplex {
  readonly #socket: WebSocketLike;

  /** @internal use `openWebSocket` */
  constructor(socket: WebSocketLike, call: CallName) {
    super();
    this.#socket = socket;
    socket.on('message', (data: Buffer) => {
      if (!this.push(data)) socket.pause();
    });
    socket.on('error', (error: Error) => this.destroy(errorFor(error, call)));
    socket.on('close', (code: number) => {
      // 1006: the connection ended without a closing frame.
      if (code === 1006 && !this.destroyed && !this.writableEnded) {
        this.destroy(new ConnectionLost(call));
      } else if (!this.destroyed) {
        this.push(null);
        if (!this.writableEnded) this.end();
      }
    });
  }

  override _read(): void {
    if (this.#socket.isPaused) this.#socket.resume();
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#socket.send(chunk, { binary: true }, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#socket.close(1000);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.terminate();
    done(error);
  }
}

function errorFor(error: Error, call: CallName): Error {
  const { code } = error as { readonly code?: unknown };
  // The library's errors of the handshake have no code.
  if (typeof code !== 'string' || code.startsWith('WS_ERR_')) {
    return new ProtocolError(
      typeof code === 'string' ? 'FRAME_INVALID' : 'NO_UPGRADE',
      withCallName(error.message, call),
      {
        cause: error,
      },
    );
  }
  const failure = transferFailure(error, call);
  return failure instanceof Error ? failure : error;
}
