/** Middleware that sends requests again. */
import type { Middleware } from '../call/call-options.js';
import { ConnectionError } from '../error/index.js';
import { discard } from '../response/discard.js';

export interface RetryOptions {
  /** How often a request is sent at most. @default 3 */
  readonly attempts?: number;
  /** The milliseconds before the second attempt, doubled with each further one. @default 250 */
  readonly delay?: number;
  /** The most milliseconds to wait; a server that asks for more gets no further attempt. @default 30000 */
  readonly maxDelay?: number;
  /** The statuses after which to try again. @default [408, 429, 500, 502, 503, 504] */
  readonly statuses?: readonly number[];
  /** The methods that are safe to repeat. @default GET, HEAD, OPTIONS, TRACE, QUERY, PUT, DELETE */
  readonly methods?: readonly string[];
}

/**
 * Repeats requests that got no response or one of some statuses, if that is safe: the method is idempotent, or the request
 * has the header `Idempotency-Key`; and the body is no stream. Obeys `Retry-After`; else the delays are random up to their
 * limit, so that clients do not try again all at once.
 */
export function retry({
  attempts = 3,
  delay: firstDelay = 250,
  maxDelay = 30_000,
  statuses = [408, 429, 500, 502, 503, 504],
  methods = ['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY', 'PUT', 'DELETE'],
}: RetryOptions = {}): Middleware {
  return async (request, next) => {
    const { method, headers, body, signal } = request;
    const isSafe = methods.includes(method) || headers.has('idempotency-key');
    const isRepeatable = isSafe && !(body instanceof ReadableStream);
    for (let attempt = 1; ; attempt += 1) {
      const isLast = !isRepeatable || attempt >= attempts;
      let asked: number | undefined;
      try {
        const response = await next({ ...request, headers: new Headers(headers) });
        asked = retryAfter(response.headers);
        if (isLast || !statuses.includes(response.status) || (asked ?? 0) > maxDelay) return response;
        discard(response.body);
      } catch (error) {
        if (isLast || !(error instanceof ConnectionError)) throw error;
      }
      await delay(asked ?? Math.random() * Math.min(maxDelay, firstDelay * 2 ** (attempt - 1)), signal);
    }
  };
}

/** Returns the milliseconds that a server asks to wait: as seconds, or until a date. */
function retryAfter(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const milliseconds = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isNaN(milliseconds) ? undefined : Math.max(0, milliseconds);
}

/** Waits, unless a signal aborts: then it rejects with its reason. */
function delay(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
