/** Runs a session on a connection that was taken over. */
import { Readable, Writable, type Duplex } from 'node:stream';
import { finished } from 'node:stream/promises';
import { outputFrame } from './frames.js';
import type { Connection, Session } from './session.js';

interface SessionContext {
  /** Whether the two streams of output are told apart by frames. */
  readonly frames: boolean;
  /** Aborted when the server closes. */
  readonly signal: AbortSignal;
  /** What the client is told of an error. */
  readonly words: (error: unknown) => string;
}

/** Settles when the session is over and its output is on its way. The caller closes the socket. */
export async function runSession(session: Session, socket: Duplex, context: SessionContext): Promise<void> {
  const connection = new SocketConnection(socket, context);
  try {
    await connection.over(session.run(connection));
  } catch (error) {
    if (!socket.destroyed && !connection.isRaw) connection.stdout.write(`${context.words(error)}\r\n`);
    else context.words(error);
  } finally {
    await connection.flush();
  }
}

class SocketConnection implements Connection {
  readonly stdout: Writable;
  readonly stderr: Writable;
  readonly signal: AbortSignal;
  /** Whether the handler took the bytes as they are. */
  isRaw = false;
  readonly #socket: Duplex;
  #stdin: Readable | undefined;
  #stop: () => void;

  constructor(socket: Duplex, { frames, signal }: SessionContext) {
    this.#socket = socket;
    this.stdout = writer(socket, frames ? 'stdout' : undefined);
    this.stderr = frames ? writer(socket, 'stderr') : this.stdout;
    const gone = new AbortController();
    const onClose = (): void => gone.abort(closed());
    const onAbort = (): void => gone.abort(signal.reason);
    socket.once('close', onClose);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    this.signal = gone.signal;
    this.#stop = () => {
      socket.off('close', onClose);
      signal.removeEventListener('abort', onAbort);
    };
  }

  get raw(): Duplex {
    this.isRaw = true;
    return this.#socket;
  }

  get stdin(): Readable {
    return (this.#stdin ??= reader(this.#socket));
  }

  /** Input is read even where nobody wants it, since a connection that is not read does not tell that it ended. */
  over(run: void | Promise<void>): void | Promise<void> {
    if (run instanceof Promise && !this.isRaw) void this.stdin;
    return run;
  }

  async flush(): Promise<void> {
    this.#stop();
    for (const stream of new Set([this.stdout, this.stderr])) {
      if (stream.destroyed) continue;
      stream.end();
      await finished(stream).catch(() => undefined);
    }
    this.#stdin?.destroy();
  }
}

/** Ends with the client's input, and never takes the connection with it. */
function reader(socket: Duplex): Readable {
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

/** Its end is not the end of the connection. Waits while the connection is full. */
function writer(socket: Duplex, stream: 'stdout' | 'stderr' | undefined): Writable {
  const writable = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (socket.destroyed || !socket.writable) {
        done(closed());
        return;
      }
      if (socket.write(stream === undefined ? chunk : outputFrame(stream, chunk))) {
        done();
        return;
      }
      const go = (): void => {
        socket.off('drain', go).off('close', go);
        done(socket.destroyed ? closed() : null);
      };
      socket.on('drain', go).on('close', go);
    },
  });
  writable.on('error', () => undefined);
  return writable;
}

/** Nobody's mistake: the client has gone. */
function closed(): Error {
  return new DOMException('the connection is closed', 'AbortError');
}
