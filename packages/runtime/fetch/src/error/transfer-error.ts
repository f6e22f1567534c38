/** The error of a transfer that failed, of a request or of a stream. */
import { LadingClientError } from '@lading/runtime-wire';
import type { FailedCall } from './api-error.js';

/** The request got no response: no connection, or it was lost. `cause` is the error of `fetch`. */
export class ConnectionError extends LadingClientError {}

/** Returns the reason of an abort, an error of this package as it is, and a `ConnectionError` for any other cause. */
export function transferError(
  cause: unknown,
  { operation, method, url }: FailedCall,
  signal: AbortSignal | undefined,
): unknown {
  if (cause instanceof LadingClientError) return cause;
  if (signal?.aborted) return signal.reason;
  const message = `${operation} (${method} ${url}) got no complete response.`;
  return new ConnectionError('NO_RESPONSE', message, { cause });
}
