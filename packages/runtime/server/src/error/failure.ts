/** What a client is told of an error. */
import { HttpError } from './http-error.js';

interface Failure {
  readonly status: number;
  readonly message: string;
  /** Whether it is nobody's intention: the client is told nothing of it, and someone else should be. */
  readonly unexpected: boolean;
}

/**
 * Whatever has a status from 400 to 599 keeps it, with its own words; the client's errors have those of the engine in
 * `reason`. Everything else is an internal error.
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof HttpError) return { status: error.status, message: error.message, unexpected: false };
  if (typeof error === 'object' && error !== null && 'status' in error && isErrorStatus(error.status)) {
    const { status } = error;
    const words = 'reason' in error ? error.reason : 'message' in error ? error.message : undefined;
    return { status, message: typeof words === 'string' ? words : `status ${status}`, unexpected: false };
  }
  return { status: 500, message: 'internal error', unexpected: true };
}

function isErrorStatus(status: unknown): status is number {
  return typeof status === 'number' && Number.isInteger(status) && status >= 400 && status <= 599;
}
