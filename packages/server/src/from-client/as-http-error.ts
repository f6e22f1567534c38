/** Errors of clients as errors of a server. */
import { BadRequest, HttpError, ServerError } from '@lading/runtime-server';

interface ClientError extends Error {
  readonly code: string;
  readonly status?: number;
  /** The engine's message. */
  readonly reason?: string;
  readonly detail?: number;
}

/**
 * Returns the error that clients of the server receive: that of the engine; 400 for input that the client refuses to send;
 * 502 for an engine that cannot be reached, or does not speak HTTP. Other errors, such as that of an abort, remain.
 */
export function asHttpError(error: unknown): unknown {
  if (!isClientError(error)) return error;
  const { name, status, reason, detail, message } = error;
  if (status !== undefined && status >= 400) return error;
  // The engine reported a failure within a stream of status 200.
  if (reason !== undefined) return Object.assign(new ServerError(reason, { cause: error }), { detail });
  if (name === 'InputError') return new BadRequest(message, { cause: error });
  return new HttpError(502, `the engine does not respond: ${message}`, { cause: error });
}

function isClientError(error: unknown): error is ClientError {
  return error instanceof Error && isNamed(error, 'LadingClientError');
}

/** Tells whether an error has a class of that name, of whichever copy of the client. */
function isNamed(error: Error, name: string): boolean {
  for (let prototype: unknown = error; prototype !== null; prototype = Object.getPrototypeOf(prototype)) {
    if ((prototype as Error).constructor.name === name) return true;
  }
  return false;
}
