/** Errors that are responses. */
import { WireError } from '@lading/runtime-wire';

/** An error with the status of the response to send. */
export class HttpError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A version that is not served. */
export class UnsupportedVersionError extends HttpError {
  constructor(message: string) {
    super(400, message);
  }
}

/** Returns the status and message of the response for an error; what is not one of the client's is a failure of the engine. */
export function errorOf(error: unknown): { readonly status: number; readonly message: string } {
  if (error instanceof WireError) return { status: 400, message: error.message };
  // Refusals by conversions have a status too.
  const { status, message } = error as Partial<HttpError>;
  return typeof status === 'number' && typeof message === 'string'
    ? { status, message }
    : { status: 502, message: 'the engine does not respond' };
}
