/** A request of `node:http`, its response, and their socket. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

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
