/** Requests as the transport sends them, and the responses that it gives back. */
import type { Duplex, Readable } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { ResponseHeaders } from '../stream/index.js';
import type { RequestBody } from './request-body.js';

export type TransportBody = string | Uint8Array | RequestBody;

export interface TransportRequest {
  readonly method: Dispatcher.HttpMethod;
  /** With the query. */
  readonly path: string;
  /** An array is sent as lines of their own. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: TransportBody;
  readonly signal?: AbortSignal;
}

export interface WholeResponse extends ResponseHeaders {
  readonly status: number;
  readonly text: string;
}

export interface StreamResponse extends ResponseHeaders {
  readonly status: number;
  readonly body: Readable;
}

export interface UpgradeResponse extends ResponseHeaders {
  readonly status: number;
  /** After 101. */
  readonly socket?: Duplex;
  /** When the engine answered without changing the protocol. */
  readonly body?: Readable;
}
