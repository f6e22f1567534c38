/** A server as its users see it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { SecureContextOptions, TlsOptions } from 'node:tls';
import type { HostResponse, HostRequest } from '../host/index.js';

export interface EngineServer {
  /** For `http.createServer(server.listener)`. */
  readonly listener: (request: IncomingMessage, response: ServerResponse) => void;
  /**
   * For `httpServer.on('upgrade', server.upgrade)`. Gives the request back to `httpServer` as an ordinary one, so that
   * hooks and routes of a framework decide over it; whoever passes it on to `listener` or `middleware` gets the upgrade.
   */
  readonly upgrade: (request: IncomingMessage, socket: Socket, head: Uint8Array) => void;
  /** For Express and Connect: `app.use(server.middleware)`. What is no operation is passed on. */
  readonly middleware: (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;
  /**
   * `Request → Response`. Connections are not upgraded, unless `env` has the request and response of `node:http`, as in
   * Hono on Node: `server.fetch(context.req.raw, context.env)`.
   */
  readonly fetch: (request: Request, env?: FetchEnvironment) => Promise<Response>;
  /** Listens on a socket of its own. */
  listen(address: ListenAddress): Promise<Listening>;
  /** One request, for hosts that are not here. Never rejects. */
  handle(request: HostRequest): Promise<HostResponse>;
  /**
   * Closes what `listen` opened: nothing new is accepted, and what is in flight may go to its end, for 10 seconds unless
   * `timeout` says otherwise. What runs on then is aborted, and its connections are closed.
   */
  close(options?: CloseOptions): Promise<void>;
  /** As `close()`: `await using server = createServer(…)`. */
  [Symbol.asyncDispose](): Promise<void>;
}

export interface CloseOptions {
  /** How long what is in flight may take to its end, in milliseconds; 0 aborts it at once. Default 10,000. */
  readonly timeout?: number;
}

/** What Hono gives on Node, among others. */
export interface FetchEnvironment {
  /** An `IncomingMessage` of `node:http`. */
  readonly incoming?: unknown;
  /** Its `ServerResponse`. */
  readonly outgoing?: unknown;
}

/** A unix socket or named pipe by its path, or a port. */
export type ListenAddress =
  | { readonly path: string; readonly mode?: number }
  | {
      readonly port: number;
      /** `127.0.0.1` unless given: whoever reaches an engine controls its machine. */
      readonly host?: string;
      readonly tls?: SecureContextOptions & TlsOptions;
    };

export interface Listening {
  /** `unix:///run/x.sock`, `tcp://127.0.0.1:2375`, `npipe:////./pipe/x`. */
  readonly address: string;
  /** 0 unless on a port. */
  readonly port: number;
  /** Closes this one alone. Calls that are not over in time lose their connection, which aborts their signals. */
  close(options?: CloseOptions): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
