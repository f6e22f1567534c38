/** Requests to the engine and its responses. */
import type { Duplex, Readable } from 'node:stream';
import type { Headers } from '../message/headers.js';
import { HttpError } from '../message/http-error.js';
import { closedCode } from './kept-connection.js';

/** Called with each informational response (1xx) before the response, except 100 and 101. */
export type OnInformation = (status: number, headers: Headers) => void;

export interface EngineRequest {
  readonly method: string;
  /** The path with the version, and the query. */
  readonly url: string;
  readonly headers: Headers;
  readonly body?: Readable | string | undefined;
  /** The protocol that the client asks for. */
  readonly upgrade?: string | undefined;
  readonly signal: AbortSignal;
  readonly onInformation?: OnInformation | undefined;
}

export interface EngineResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The body, as bytes if it arrived together with the head; or the connection after a 101. */
  readonly body: Buffer | Readable | Duplex;
  /** What followed the body, when it has ended. */
  readonly trailers?: () => Headers;
}

/** Discards the rest of a body, or of a connection. */
export function discard(body: EngineResponse['body']): void {
  if (!(body instanceof Uint8Array)) body.resume();
}

export function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException | undefined)?.code ?? '');
}

/** Whether a request failed because the engine closed the connection. */
export function isClosed(error: unknown): boolean {
  return [closedCode, 'ECONNRESET', 'EPIPE'].includes(codeOf(error));
}

/** Returns the error for a request without a response; without a cause, the connection was closed. Mistakes of the bridge stay. */
export function badGateway(cause: unknown): Error {
  if (cause instanceof HttpError || cause instanceof TypeError) return cause;
  const code = codeOf(cause);
  if (cause === undefined || code === closedCode) return new HttpError(502, 'the engine broke the connection off');
  return new HttpError(502, `the engine does not respond: ${code === '' ? (cause as Error).message : code}`);
}
