/** Error responses in another form than that of the contract. */
import type { Dialect } from '../dialect/dialect.js';
import type { Failure } from '../error/index.js';
import type { HostResponse } from '../host/index.js';
import { jsonOf } from '../reply/index.js';

/**
 * Returns the body of an error response, and headers in addition to those of the server. A string is sent as it is, and
 * everything else as JSON. Undefined is the form of the contract.
 */
export type FormatError = (failure: FormattedFailure) => FormattedError | undefined;

/** The status and the message for the client. */
export type FormattedFailure = Pick<Failure, 'status' | 'message'>;

export interface FormattedError {
  readonly body: unknown;
  /** @default `Content-Type: application/json`, or `text/plain` for a string */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Returns a dialect whose error responses have another form. */
export function withErrorFormat(dialect: Dialect, format: FormatError): Dialect {
  return {
    ...dialect,
    errorResponse: (failure, headers, operation) => {
      const response = dialect.errorResponse(failure, headers, operation);
      const formatted = format({ status: failure.status, message: failure.message });
      return formatted === undefined ? response : formattedResponse(response, formatted);
    },
  };
}

/** Returns a response with the body as it is, if it is a string, and otherwise as JSON. */
export function formattedResponse(
  { status, headers }: HostResponse,
  { body, headers: own }: { readonly body: unknown; readonly headers?: HostResponse['headers'] | undefined },
): HostResponse {
  const text = typeof body === 'string' ? body : `${jsonOf(body)}\n`;
  const type = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json';
  return {
    status,
    headers: { ...headers, 'Content-Type': type, ...own, 'Content-Length': String(Buffer.byteLength(text)) },
    body: text,
  };
}
