/** Sessions on hijacked connections: attach, exec, websocket, HTTP/2. */
import type { Duplex, Readable, Writable } from 'node:stream';

export interface Connection {
  /** The input, which ends when the client ends it. Output may continue. */
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Equal to `stdout` for terminals and websockets, which have only one stream. */
  readonly stderr: Writable;
  /** The raw bytes of the connection. Use either this or the three streams above. */
  readonly raw: Duplex;
  /** Aborted when the connection is closed, and when the server closes. */
  readonly signal: AbortSignal;
}

export interface SessionOptions {
  /** Whether the output is that of a terminal, which is sent as bytes instead of frames. */
  readonly tty?: boolean;
}

/** The result of a handler that hijacks the connection. */
export class Session {
  readonly run: (connection: Connection) => void | Promise<void>;
  readonly tty: boolean;

  constructor(run: (connection: Connection) => void | Promise<void>, options: SessionOptions = {}) {
    this.run = run;
    this.tty = options.tty === true;
  }
}

/**
 * Creates a session. `run` is called after the head of the response has been sent, and the connection ends when it
 * returns. The message of an error that it throws is sent in the output, as by real engines.
 */
export function session(run: (connection: Connection) => void | Promise<void>, options?: SessionOptions): Session {
  return new Session(run, options);
}
