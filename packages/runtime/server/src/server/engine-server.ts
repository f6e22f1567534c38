/** A server as its users see it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { SecureContextOptions, TlsOptions } from 'node:tls';
import type { HostReply, HostRequest } from '../host/index.js';

export interface EngineServer {
  /** For `http.createServer(server.listener)`. */
  readonly listener: (request: IncomingMessage, response: ServerResponse) => void;
  /** For `httpServer.on('upgrade', server.upgrade)`. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Uint8Array) => void;
  /** For Express and Connect: `app.use(server.middleware)`. What is no operation is passed on. */
  readonly middleware: (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void) => void;
  /** `Request → Response`. Upgrades are answered with a stream that flows both ways, status 200. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Listens on a socket of its own. */
  listen(address: ListenAddress): Promise<Listening>;
  /** One request, for hosts that are not here. Never rejects. */
  handle(request: HostRequest): Promise<HostReply>;
  /** Aborts what runs, and closes what `listen` opened. */
  close(): Promise<void>;
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
  close(): Promise<void>;
}
