/** A request of `node:http`, its response, and their socket; and what is known of the connection. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export class NodeExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /**
   * The socket. It is stored, since a request loses its socket when its body is destroyed, for example by a `pipeline`
   * that fails, and a response loses it when it ends.
   */
  readonly socket: Socket;
  /** The bytes of the body that were sent. */
  sentBytes = 0;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request;
    this.response = response;
    // A middleware before this server may have destroyed the body already.
    this.socket = (request.socket as Socket | null) ?? (response.socket as Socket);
  }
}

/** The connections of sessions. They are not closed when the client ends its input, since output may still follow. */
export const hijackedConnections = new WeakSet<object>();

/** Destroys a connection that has ended for the server, if its client does not close it in a second. */
export function destroyLater(socket: Duplex): void {
  const timer = setTimeout(() => socket.destroy(), 1000);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
}

/** Calls a function when the responses to earlier requests of a connection have been sent, and not if it is closed by then. */
export function whenIdle(socket: Duplex, proceed: () => void): void {
  if (socket.destroyed) return;
  const response = currentResponse(socket);
  if (response === undefined) proceed();
  else response.once('close', () => whenIdle(socket, proceed));
}

/** Returns the response that is being sent, or waited for. The property is undocumented. */
export function currentResponse(socket: Duplex): ServerResponse | undefined {
  const { _httpMessage: response } = socket as { readonly _httpMessage?: ServerResponse | null };
  return response ?? undefined;
}
