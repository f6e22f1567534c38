/** Tells whether anything of a request has reached the system, and keeps it from a connection whose other end is gone. */
import { readSync } from 'node:fs';
import { Socket } from 'node:net';

type Written = (error?: Error | null) => void;

/** What is known of the current request on a connection. */
export interface SentState {
  /** Whether a part of the request may have left the process. */
  isSent: boolean;
  /** Whether the other end is asked for before the first byte is written. */
  readonly isChecked: boolean;
}

/** The code of the error of a request that was not written because the other end had closed the connection before. */
export const closedBefore = 'LADING_CLOSED_BEFORE';

/**
 * Watches what is written to a plain socket.
 *
 * @param stateOf returns the state of the current request
 * @returns whether that is possible: not with TLS, whose bytes others write, nor with programs
 */
export function watchSocket(socket: object, stateOf: () => SentState): boolean {
  if (Object.getPrototypeOf(socket) !== Socket.prototype) return false;
  const watched = socket as Socket;
  const write = watched._write.bind(watched);
  const writeMany = watched._writev?.bind(watched);
  watched._write = (chunk, encoding, done) => watch((own) => write(chunk, encoding, own), done);
  if (writeMany !== undefined) watched._writev = (chunks, done) => watch((own) => writeMany(chunks, own), done);
  return true;

  function watch(send: (done: Written) => void, done: Written): void {
    const state = stateOf();
    if (state.isSent) return send(done);
    if (state.isChecked && isEnded(watched)) {
      return done(Object.assign(new Error('the other side had closed the connection'), { code: closedBefore }));
    }
    let isRefused = false;
    send((error) => {
      // The system refuses a write at once if it has taken nothing of it; a later failure may follow a part.
      if (error) isRefused = true;
      done(error);
    });
    state.isSent = !isRefused;
  }
}

const byte = Buffer.alloc(1);

/** Errors of a read that mean a closed connection. Any other, such as `EAGAIN`, says nothing of the other end. */
const closingErrors: readonly unknown[] = ['ECONNABORTED', 'ECONNRESET', 'ENOTCONN', 'EPIPE', 'ETIMEDOUT'];

/** Whether the other end has closed, or has sent something unasked: what the event loop has not read yet counts. */
function isEnded(socket: Socket): boolean {
  const { fd = -1 } = (socket as unknown as { readonly _handle?: { readonly fd?: number } | null })._handle ?? {};
  // Windows has no descriptors of sockets. Those of Deno are none of its files.
  if (fd < 0 || 'deno' in process.versions) return false;
  try {
    readSync(fd, byte);
    return true;
  } catch (error) {
    return closingErrors.includes((error as NodeJS.ErrnoException).code);
  }
}
