/** The public interface of a server. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { CloseOptions, HostResponse, HostRequest, ListenAddress, Listening } from '../host/index.js';

export type { CloseOptions, ListenAddress, Listening };

export interface ApiServer {
  /** For `http.createServer(server.listener)`. */
  readonly listener: (request: IncomingMessage, response: ServerResponse) => void;
  /**
   * For `httpServer.on('upgrade', server.upgrade)`. Emits the request on `httpServer` as an ordinary one, so that hooks
   * and routes of a framework apply to it. The connection is upgraded if the request reaches `listener` or
   * `middleware`.
   */
  readonly upgrade: (request: IncomingMessage, socket: Socket, head: Uint8Array) => void;
  /**
   * For Express and Connect: `app.use(server.middleware)`. Requests that match no operation are passed on to `next`.
   */
  readonly middleware: (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;
  /**
   * For hosts with `Request → Response`. Connections are not upgraded, unless `env` has the request and response of
   * `node:http`, as in Hono on Node: `server.fetch(context.req.raw, context.env)`.
   */
  readonly fetch: (request: Request, env?: FetchEnvironment) => Promise<Response>;
  /** Listens on a unix socket, a named pipe or a port. */
  listen(address: ListenAddress): Promise<Listening>;
  /** Handles one request, for custom hosts. Never rejects. */
  handle(request: HostRequest): Promise<HostResponse>;
  /**
   * Closes what `listen` opened: no connections are accepted, and running requests have `timeout` to finish. Requests
   * that still run then are aborted, and their connections are closed.
   */
  close(options?: CloseOptions): Promise<void>;
  /** Calls `close()`, for `await using server = createServer(…)`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** The environment that hosts such as Hono on Node provide. */
export interface FetchEnvironment {
  /** An `IncomingMessage` of `node:http`. */
  readonly incoming?: unknown;
  /** Its `ServerResponse`. */
  readonly outgoing?: unknown;
}
