/** A connection to the engine that serves one request after the other. */
import type { OnReadOpts } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ResponseHandler } from './response-handler.js';
import { ResponseReader } from './response-reader.js';

/** What happens to a connection: it is kept for other requests, or is gone. */
export interface ConnectionOwner {
  keep(connection: KeptConnection): void;
  forget(connection: KeptConnection): void;
}

/** The code of the error when the engine closes a connection before the end of a response. */
export const closedCode = 'ENGINE_CLOSED';

/** @param onread what reads the connection, if it can be read so; otherwise its event `data` is used */
export type OpenConnection = (signal: AbortSignal, onread: OnReadOpts) => Promise<Duplex>;

/** Where all connections are read: what has arrived is used before the next connection is read. */
const readMemory = Buffer.allocUnsafeSlow(64 * 1024);

export class KeptConnection {
  /** The turn in which it was kept; its owner closes those that are kept for long. */
  turn = 0;
  readonly #reader = new ResponseReader();
  readonly #opening = new AbortController();
  #socket: Duplex | undefined;
  /** What reads the response to the current request. */
  #handler: ResponseHandler | undefined;
  /** A request that is sent when the connection is open. */
  #unsent = '';
  #isGone = false;

  constructor(
    private readonly owner: ConnectionOwner,
    open: OpenConnection,
  ) {
    const callback = (length: number, memory: Uint8Array): boolean => this.#read(memory as Buffer, length, true);
    open(this.#opening.signal, { buffer: readMemory, callback }).then(
      (socket) => this.#use(socket),
      (error: unknown) => this.#end(error as Error),
    );
  }

  /**
   * Sends a request without a body. The response to the last one has ended.
   *
   * @param head with the empty line, and with a character for each byte
   * @param isHead whether it asks for a head alone
   */
  send(head: string, isHead: boolean, handler: ResponseHandler): void {
    this.#handler = handler;
    this.#reader.expect(handler, isHead);
    const socket = this.#socket;
    if (socket === undefined) {
      this.#unsent = head;
      return;
    }
    refer(socket, true);
    socket.write(head, 'latin1');
  }

  /** Continues to read the response to a request; without effect when it has ended. */
  resume(handler: ResponseHandler): void {
    if (this.#handler !== handler) return;
    this.#reader.resume();
    this.#socket?.resume();
  }

  /** Ends a request with its connection; without effect when its response has ended. */
  abort(handler: ResponseHandler, error: Error): void {
    if (this.#handler === handler) this.#end(error);
  }

  /** Closes a connection that is kept. */
  close(): void {
    this.#end(closedError());
  }

  #use(socket: Duplex): void {
    // It has errors when it is gone, too.
    let failure: Error | undefined;
    socket.on('error', (error) => (failure ??= error));
    if (this.#isGone) return void socket.destroy();
    this.#socket = socket;
    socket.on('data', (piece: Buffer) => this.#read(piece, piece.length, false) || socket.pause());
    socket.on('end', () => this.#endInput());
    socket.on('close', () => this.#end(failure ?? closedError()));
    socket.write(this.#unsent, 'latin1');
    this.#unsent = '';
  }

  /** Reads what has arrived at the beginning of the memory. Returns whether to go on reading. */
  #read(memory: Buffer, length: number, isLent: boolean): boolean {
    const handler = this.#handler;
    // Nothing was asked for.
    if (handler === undefined) {
      this.close();
      return true;
    }
    try {
      const trailers = this.#reader.push(memory, length, isLent);
      if (this.#handler !== handler) return true;
      if (trailers !== undefined) this.#complete(handler, trailers);
      else return !this.#reader.isPaused;
    } catch (error) {
      const isComplete = this.#handler !== handler;
      this.#end(error as Error);
      if (isComplete) handler.onError(error as Error);
    }
    return true;
  }

  #complete(handler: ResponseHandler, trailers: readonly string[]): void {
    this.#handler = undefined;
    if (!this.#reader.staysOpen) this.close();
    else if (this.#socket !== undefined) {
      refer(this.#socket, false);
      this.owner.keep(this);
    }
    handler.onEnd(trailers);
  }

  /** Engines close both halves at once. */
  #endInput(): void {
    const handler = this.#handler;
    if (handler !== undefined && this.#reader.endsWithConnection) this.#complete(handler, []);
    else this.close();
  }

  #end(error: Error): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.owner.forget(this);
    this.#opening.abort(error);
    this.#socket?.destroy();
    const handler = this.#handler;
    this.#handler = undefined;
    handler?.onError(error);
  }
}

function closedError(): Error {
  return Object.assign(new Error('the engine closed the connection'), { code: closedCode });
}

/** Whether a connection keeps the process running. Those by ssh always do. */
function refer(socket: Duplex & { ref?: () => void; unref?: () => void }, isReferred: boolean): void {
  if (isReferred) socket.ref?.();
  else socket.unref?.();
}
