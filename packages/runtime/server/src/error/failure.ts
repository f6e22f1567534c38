/** The status and message that a client receives for an error. */
import { HttpError } from './http-error.js';

export interface Failure {
  readonly status: number;
  readonly message: string;
  /** Whether the error is unexpected: the client receives no details, and the error should be reported. */
  readonly isUnexpected: boolean;
  /** Headers of the response. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * Returns the status and message of an error. Every error with a `status` from 400 to 599 keeps its status and message;
 * errors of the client package have the engine's message in `reason`. All other errors are internal errors.
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof HttpError) {
    const { status, message, headers } = error;
    return { status, message, isUnexpected: false, headers };
  }
  if (typeof error === 'object' && error !== null && 'status' in error && isErrorStatus(error.status)) {
    const { status } = error;
    const message = 'reason' in error ? error.reason : 'message' in error ? error.message : undefined;
    return { status, message: typeof message === 'string' ? message : `status ${status}`, isUnexpected: false };
  }
  return { status: 500, message: 'internal error', isUnexpected: true };
}

function isErrorStatus(status: unknown): status is number {
  return typeof status === 'number' && Number.isInteger(status) && status >= 400 && status <= 599;
}
