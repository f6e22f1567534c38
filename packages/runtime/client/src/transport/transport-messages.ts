/** The requests that the transport sends, and the responses that it returns. */
import type { Duplex, Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { ResponseHeaders } from '../stream/index.js';
import type { RequestBody } from './request-body.js';

export type TransportBody = string | Uint8Array | RequestBody;

export interface TransportRequest {
  readonly method: Dispatcher.HttpMethod;
  /** The encoded path with the query. */
  readonly path: string;
  /** The headers; an array is sent as separate lines. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: TransportBody;
  readonly signal?: AbortSignal | undefined;
}

export interface StreamResponse extends ResponseHeaders {
  readonly status: number;
  readonly body: Readable;
}

export interface UpgradeResponse extends ResponseHeaders {
  readonly status: number;
  /** The connection after a 101. */
  readonly socket?: Duplex;
  /** The body of a response without an upgrade. */
  readonly body?: Readable;
}
