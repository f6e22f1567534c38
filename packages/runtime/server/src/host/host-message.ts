/**
 * The messages between the core, which has no access to sockets, and the hosts, which have no access to the contract.
 */
import type { Socket } from 'node:net';
import type { Duplex, Readable } from 'node:stream';
import type { PeerCertificate } from 'node:tls';

export interface HostRequest {
  readonly method: string;
  /** The path and the query. */
  readonly url: string;
  /** The headers, with names in lower case. Repeated headers are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The headers with an array of all values for each name. */
  readonly headersDistinct: Readonly<Record<string, readonly string[]>>;
  /** Returns the body, or null if there is none. It is called at most once, and only if the body is needed. */
  readonly body: () => Readable | null;
  /** Aborted when the client disconnects. Created on first access. */
  readonly signal: AbortSignal;
  readonly remoteAddress?: string;
  /** The verified certificate of the client. */
  readonly peerCertificate?: PeerCertificate | undefined;
  /** The connection, in hosts based on `node:http`. */
  readonly socket?: Socket;
  /** How much of the connection the host can hand over. */
  readonly duplexSupport: DuplexSupport;
}

/**
 * How much of a connection a host can hand over:
 *
 * - `upgrade`: the connection itself, after a head of any status.
 * - `stream`: a response that is streamed while the body of the request is still being read.
 */
export type DuplexSupport = 'upgrade' | 'stream';

export interface HostResponse {
  readonly status: number;
  /** The headers. A header with several values is sent as several lines. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** The body, whole or streamed. The host ends a stream when the client disconnects. It is not sent to HEAD. */
  readonly body?: WholeBody | FlowingBody;
  /** Returns what follows the body, such as a checksum. Called when the body has ended; only sent with chunks. */
  readonly trailers?: () => HostResponse['headers'];
  /** Called with the error of a stream that failed. */
  readonly onFailure?: (error: unknown) => void;
  /** Set if the connection is to be hijacked. */
  readonly hijack?: Hijack;
  /** Called once, when the response has been sent or the client has disconnected. Present if a hook needs it. */
  readonly onEnd?: (end: SendResult) => void;
}

/** What the host has sent. */
export interface SendResult {
  /** The bytes of the body; of a hijacked connection, all bytes. */
  readonly bytes: number;
  /** Whether everything was sent. */
  readonly isComplete: boolean;
}

export type WholeBody = string | Uint8Array;
export type FlowingBody = AsyncIterable<Uint8Array | string>;

export interface Hijack {
  /**
   * The protocol in the head of the response; `raw` has a plain head of status 200, `websocket` a separate handshake. A gateway may
   * pass on any other.
   */
  readonly protocol: 'tcp' | 'h2c' | 'websocket' | 'raw' | (string & Record<never, never>);
  /**
   * Whether the headers contain the response to the handshake of a websocket, whose bytes the session then encodes
   * itself.
   */
  readonly isHandshakeSent?: true;
  /**
   * Called when the head has been sent. `socket` supports half-closing; the host closes it when the promise settles.
   */
  readonly run: (socket: Duplex) => Promise<void>;
}
