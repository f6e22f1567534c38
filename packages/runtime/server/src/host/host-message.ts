/** The seam between the core, which knows no sockets, and the hosts, which know no contract. */
import type { Duplex, Readable } from 'node:stream';

export interface HostRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** Names in lower case; those sent several times are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The same with every header as the list of its values: what was sent several times stays apart. */
  readonly headersDistinct: Readonly<Record<string, readonly string[]>>;
  /** Asked for at most once, and only where the body is wanted. Null where there is none. */
  readonly body: () => Readable | null;
  /** Aborted when the client goes. Made only when it is asked for. */
  readonly signal: AbortSignal;
  readonly remoteAddress?: string;
  /** What of the connection the host can hand over. */
  readonly duplexSupport: DuplexSupport;
}

/**
 * - `upgrade`: all, behind a head of any status.
 * - `stream`: an answer flows while the body of the request is still read.
 */
export type DuplexSupport = 'upgrade' | 'stream';

export interface HostResponse {
  readonly status: number;
  /** A header with several values is sent as several lines. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** Whole, or flowing; the host ends what flows when the client goes. Not sent to HEAD. */
  readonly body?: WholeBody | FlowingBody;
  /** Told why what flows broke off. */
  readonly onFailure?: (error: unknown) => void;
  /** Set where the connection changes hands. */
  readonly hijack?: Hijack;
}

export type WholeBody = string | Uint8Array;
export type FlowingBody = AsyncIterable<Uint8Array | string>;

export interface Hijack {
  /** What of the answer's head differs from plain HTTP: the words behind 101, or a handshake of its own. */
  readonly protocol: 'tcp' | 'h2c' | 'websocket' | 'raw';
  /** The headers hold the response to a handshake already: the bytes of a websocket are the session's own. */
  readonly isHandshakeSent?: true;
  /** Begins when the head is out. `socket` half-closes; when the promise settles the host closes it. */
  readonly run: (socket: Duplex) => Promise<void>;
}
