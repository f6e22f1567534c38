/** The public interface of a server. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { SecureContextOptions, TlsOptions } from 'node:tls';
import type { HostResponse, HostRequest } from '../host/index.js';

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

export interface CloseOptions {
  /** The time that running requests have to finish, in milliseconds; 0 aborts them immediately. @default 10_000 */
  readonly timeout?: number;
}

/** The environment that hosts such as Hono on Node provide. */
export interface FetchEnvironment {
  /** An `IncomingMessage` of `node:http`. */
  readonly incoming?: unknown;
  /** Its `ServerResponse`. */
  readonly outgoing?: unknown;
}

/** The path of a unix socket or named pipe, an open socket, or a port. */
export type ListenAddress =
  | { readonly path: string; readonly mode?: number }
  /** A socket that already listens, such as 3, the first one that systemd passes (socket activation). */
  | { readonly fd: number }
  | {
      readonly port: number;
      /** The default is local, so that only programs of the same machine have access. @default '127.0.0.1' */
      readonly host?: string;
      readonly tls?: SecureContextOptions & TlsOptions;
    };

export interface Listening {
  /** The address: `unix:///run/x.sock`, `npipe:////./pipe/x`, `fd://3`; of a port `http://127.0.0.1:8080`, or of an engine `tcp://127.0.0.1:2375`. */
  readonly address: string;
  /** The port, or 0 for sockets, pipes and file descriptors. */
  readonly port: number;
  /**
   * Closes only this address. The connections of requests that do not finish in time are closed, which aborts their
   * signals.
   */
  close(options?: CloseOptions): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
