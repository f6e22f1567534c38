/** A middleware that repeats calls that failed without harm. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionError, ConnectionLost, Unavailable } from '../error/index.js';
import type { CallMiddleware } from './middleware.js';
import type { AnyOperation } from './operation.js';

export interface RetryOptions {
  /** How often a call is sent at most. @default 3 */
  readonly attempts?: number;
  /** The milliseconds before the second attempt, doubled with each further one. @default 100 */
  readonly delay?: number;
}

/**
 * Repeats calls that only read (GET, HEAD), if the connection was lost or refused, or the engine responded with 503. Other
 * calls are repeated only if nothing was sent, because the connection was refused or had been closed before; a call whose body is a
 * stream is never repeated.
 */
export function retry({ attempts = 3, delay = 100 }: RetryOptions = {}): CallMiddleware {
  return async (call, next) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await next(call);
      } catch (error) {
        if (attempt >= attempts || !isRepeatable(error, call.operation)) throw error;
      }
      await pause(delay * 2 ** (attempt - 1), call.options.signal);
    }
  };
}

async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  // The reason of the signal is what the caller expects, not the error of the timer.
  await sleep(milliseconds, undefined, signal && { signal }).catch(() => signal?.throwIfAborted());
}

function isRepeatable(error: unknown, { method, body }: AnyOperation): boolean {
  const isSafe = method === 'GET' || method === 'HEAD';
  if (isSafe && (error instanceof ConnectionLost || error instanceof Unavailable)) return true;
  if (!(error instanceof ConnectionError)) return false;
  const isUnsent = error instanceof ConnectionLost ? error.retryable : ['ECONNREFUSED', 'ENOENT'].includes(error.code);
  return isUnsent && (body === undefined || body[0] === 'application/json');
}
