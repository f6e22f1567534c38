/** A connection that changes hands: attach, exec, websocket, session. */
import type { Duplex, Readable, Writable } from 'node:stream';

export interface Connection {
  /** Ends when the client has no more input; the output may go on. */
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** The same as `stdout` on a terminal and on a websocket, which have one stream only. */
  readonly stderr: Writable;
  /** The bytes as they are on the wire. Use either this or the three above. */
  readonly raw: Duplex;
  /** Aborted when the connection breaks, and when the server closes. */
  readonly signal: AbortSignal;
}

export interface SessionOptions {
  /** Whether the output is that of a terminal: bytes instead of frames. */
  readonly tty?: boolean;
}

/** What a handler answers with to take the connection over. */
export class Session {
  readonly run: (connection: Connection) => void | Promise<void>;
  readonly tty: boolean;

  constructor(run: (connection: Connection) => void | Promise<void>, options: SessionOptions = {}) {
    this.run = run;
    this.tty = options.tty === true;
  }
}

/**
 * `run` begins when the head of the answer is out, and the connection ends with it. An error that it throws is told to
 * the client as text in the output, as real engines do.
 */
export function session(run: (connection: Connection) => void | Promise<void>, options?: SessionOptions): Session {
  return new Session(run, options);
}
