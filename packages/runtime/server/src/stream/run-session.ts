/** Runs a session on a hijacked connection. */
import { Readable, Writable, type Duplex } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Connection, Session } from './session.js';
import { outputFrame } from './iterate.js';

interface SessionContext {
  /** Whether frames distinguish the two output streams. */
  readonly frames: boolean;
  /** Aborted when the server closes. */
  readonly signal: AbortSignal;
  /** Reports an error and returns the message for the client. */
  readonly failureMessage: (error: unknown) => string;
}

/** Runs the session. Settles when it has ended and its output has been written. The caller closes the socket. */
export async function runSession(session: Session, socket: Duplex, context: SessionContext): Promise<void> {
  const connection = new SocketConnection(socket, context);
  try {
    await connection.keepReading(session.run(connection));
  } catch (error) {
    if (!socket.destroyed && !connection.isRaw) connection.stdout.write(`${context.failureMessage(error)}\r\n`);
    else context.failureMessage(error);
  } finally {
    await connection.flush();
  }
}

class SocketConnection implements Connection {
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly signal: AbortSignal;
  /** Whether the handler uses the raw bytes. */
  isRaw = false;
  readonly #socket: Duplex;
  #stdin: Readable | undefined;
  #removeListeners: () => void;

  constructor(socket: Duplex, { frames, signal }: SessionContext) {
    this.#socket = socket;
    this.stdout = outputStream(socket, frames ? 'stdout' : undefined);
    this.stderr = frames ? outputStream(socket, 'stderr') : this.stdout;
    const disconnected = new AbortController();
    const onClose = (): void => disconnected.abort(connectionClosedError());
    const onAbort = (): void => disconnected.abort(signal.reason);
    socket.once('close', onClose);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    this.signal = disconnected.signal;
    this.#removeListeners = () => {
      socket.off('close', onClose);
      signal.removeEventListener('abort', onAbort);
    };
  }

  get raw(): Duplex {
    this.isRaw = true;
    return this.#socket;
  }

  get stdin(): Readable {
    return (this.#stdin ??= inputStream(this.#socket));
  }

  /**
   * Returns the promise of `run`. It reads the input even if the handler does not, since the end of a connection is
   * only noticed while reading.
   */
  keepReading(run: void | Promise<void>): void | Promise<void> {
    if (run instanceof Promise && !this.isRaw) void this.stdin;
    return run;
  }

  async flush(): Promise<void> {
    this.#removeListeners();
    for (const stream of new Set([this.stdout, this.stderr])) {
      if (stream.destroyed) continue;
      stream.end();
      await finished(stream).catch(() => undefined);
    }
    this.#stdin?.destroy();
  }
}

/** Returns the input stream. It ends with the client's input, and destroying it does not close the connection. */
function inputStream(socket: Duplex): Readable {
  const stdin = new Readable({
    read: () => socket.resume(),
    destroy: (error, done) => {
      socket.off('data', onData).off('end', onEnd).off('close', onEnd);
      socket.resume();
      done(error);
    },
  });
  const onData = (chunk: Buffer): void => {
    if (!stdin.push(chunk)) socket.pause();
  };
  const onEnd = (): void => {
    if (!stdin.readableEnded && !stdin.destroyed) stdin.push(null);
    socket.off('data', onData).off('end', onEnd).off('close', onEnd);
  };
  if (socket.readableEnded || socket.destroyed) stdin.push(null);
  else socket.on('data', onData).once('end', onEnd).once('close', onEnd);
  stdin.on('error', () => undefined);
  return stdin;
}

/** Returns an output stream. Ending it does not end the connection. It waits while the connection's buffer is full. */
function outputStream(socket: Duplex, stream: 'stdout' | 'stderr' | undefined): Writable {
  const writable = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (socket.destroyed || !socket.writable) {
        done(connectionClosedError());
        return;
      }
      if (socket.write(stream === undefined ? chunk : outputFrame(stream, chunk))) {
        done();
        return;
      }
      const resume = (): void => {
        socket.off('drain', resume).off('close', resume);
        done(socket.destroyed ? connectionClosedError() : null);
      };
      socket.on('drain', resume).on('close', resume);
    },
  });
  writable.on('error', () => undefined);
  return writable;
}

/** Returns the error for a client that has disconnected. */
function connectionClosedError(): Error {
  return new DOMException('the connection is closed', 'AbortError');
}
