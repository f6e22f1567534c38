/** A client's request and its response, whatever server they come through. */
import type { Duplex, Readable } from 'node:stream';
import { jsonOf } from '@lading/runtime-wire/json';
import type { Headers } from './headers.js';

export interface BridgeRequest {
  readonly method: string;
  /** The path with the version, and the query, as in the request line. */
  readonly url: string;
  /** Without those that apply to one connection only. */
  readonly headers: Headers;
  readonly body: Readable | undefined;
  /** The protocol that the client asks for. */
  readonly upgrade?: string | undefined;
  /** Aborted when the client is gone; ends the requests to the engine. */
  readonly signal: AbortSignal;
  /** Sends an informational response (1xx) of the engine to the client. */
  readonly onInformation?: ((status: number, headers: Headers) => void) | undefined;
}

export interface BridgeResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The body, or the connection to the engine after a 101. */
  readonly body?: string | Buffer | Readable | Duplex | undefined;
  /** What followed the body, when it has ended. */
  readonly trailers?: () => Headers;
}

/** A response whose body is text. */
export interface TextResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** Returns a response with a JSON body; without a value, it has none. */
export function jsonResponse(status: number, headers: Headers, value: unknown): TextResponse {
  const text = value === undefined ? '' : `${jsonOf(value)}\n`;
  return {
    status,
    headers: {
      ...headers,
      ...(text !== '' && { 'content-type': 'application/json' }),
      ...(status !== 204 && status !== 304 && { 'content-length': String(Buffer.byteLength(text)) }),
    },
    body: text,
  };
}

/** Returns a response with a line of text, in place of one with JSON. */
export function textResponse(status: number, headers: Headers, line: string): TextResponse {
  const body = `${line}\n`;
  const type = { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' };
  return { status, headers: { ...headers, ...type, 'content-length': String(Buffer.byteLength(body)) }, body };
}
