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

/** Returns the status and message of the response for an error; undefined for a mistake of the bridge: neither the client's nor the engine's. */
export function errorOf(error: unknown): { readonly status: number; readonly message: string } | undefined {
  if (error instanceof WireError) return { status: 400, message: error.message };
  // Refusals by conversions have a status too.
  const { status, message } = error as Partial<HttpError>;
  return typeof status === 'number' && typeof message === 'string' ? { status, message } : undefined;
}
