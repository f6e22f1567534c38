/** Errors that are responses. */
import { HttpError } from '@lading/runtime-server/host';
import { WireError } from '@lading/runtime-wire';

export { HttpError };

/** A version that is not served. */
export class UnsupportedVersionError extends HttpError {
  constructor(message: string) {
    super(400, message);
  }
}

/** Whether an error is a mistake of the bridge: neither the client's nor the engine's. */
export function isOwnFailure(error: unknown): boolean {
  return !(error instanceof WireError) && typeof (error as Partial<HttpError>).status !== 'number';
}

/** Returns the status and message of the response for an error; what is neither the client's nor the engine's is one of the bridge. */
export function errorOf(error: unknown): { readonly status: number; readonly message: string } {
  if (error instanceof WireError) return { status: 400, message: error.message };
  // Refusals by conversions have a status too.
  const { status, message } = error as Partial<HttpError>;
  return typeof status === 'number' && typeof message === 'string'
    ? { status, message }
    : { status: 500, message: 'the bridge has failed' };
}
