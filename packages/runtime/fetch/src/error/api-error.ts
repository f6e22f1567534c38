/** The errors for an error response of the API, and for a transfer that failed. */
import { LadingClientError } from '@lading/runtime-wire';

/** The failed call. */
export interface FailedCall {
  /** The operation ID: `PetGet`. */
  readonly operation: string;
  readonly method: string;
  /** The URL without the query, which may contain secrets. */
  readonly url: string;
}

/**
 * The API responded with an error. `status` and `body` have the types that the API declares for an operation, once
 * `isErrorOf` has narrowed the error.
 */
export class ApiError<Status extends number = number, Body = unknown> extends LadingClientError implements FailedCall {
  readonly status: Status;
  /**
   * The JSON value of the body, or its text if it is not JSON; undefined if it is empty. Of a body that was lost or is longer
   * than 1 MiB, the beginning as text.
   */
  readonly body: Body;
  readonly headers: Headers;
  readonly operation: string;
  readonly method: string;
  readonly url: string;

  constructor(status: Status, body: Body, headers: Headers, { operation, method, url }: FailedCall) {
    super(`HTTP_${status}`, `${reasonOf(body) ?? `status ${status}`} (${operation}: ${status} to ${method} ${url})`);
    this.status = status;
    this.body = body;
    this.headers = headers;
    this.operation = operation;
    this.method = method;
    this.url = url;
  }
}

/** The most characters of a body that a message contains. */
const maxReason = 1000;

/** Returns the message in a body: of problem details (RFC 9457), or in one of the usual properties. */
function reasonOf(body: unknown): string | undefined {
  if (typeof body === 'string') return body.startsWith('<') ? undefined : body.slice(0, maxReason);
  const { error } = (body ?? {}) as Readonly<Record<string, unknown>>;
  const texts = [body, error].flatMap((part) => {
    const { detail, title, message } = (part ?? {}) as Readonly<Record<string, unknown>>;
    return [detail, title, message];
  });
  const reason = [...texts.slice(0, 3), error, ...texts.slice(3)].find((text) => typeof text === 'string');
  return reason?.slice(0, maxReason);
}

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
