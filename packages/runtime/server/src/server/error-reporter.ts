/** Error responses to clients, and error reports to the owner of the server. */
import { Readable } from 'node:stream';
import { failureOf, type Failure } from '../error/index.js';
import type { Call } from './call.js';
import type { SharedOptions } from './options.js';

const shownErrors: ReadonlySet<string> = new Set(['ResponseError', 'ConversionError']);

export class ErrorReporter {
  readonly #options: Pick<SharedOptions, 'onError'>;

  constructor(options: Pick<SharedOptions, 'onError'>) {
    this.#options = options;
  }

  /**
   * Returns the status and message of the response. Unexpected errors are reported, and their message is `internal
   * error`.
   */
  failure(error: unknown, call: Call | undefined): Pick<Failure, 'status' | 'message' | 'headers'> {
    const failure = failureOf(error);
    if (!failure.isUnexpected) return failure;
    // An abort and an incomplete body are consequences of the client's disconnection, and need no report.
    if (!isAbort(error) && !isCutOff(error, call)) this.report(error, call);
    // In development, the author of the handler or hook should see the problem in the response.
    return error instanceof Error && shownErrors.has(error.name) ? { status: 500, message: error.message } : failure;
  }

  report(error: unknown, call: Call | undefined): void {
    const { onError } = this.#options;
    try {
      if (onError !== undefined) onError(error, call);
      else console.error(error);
    } catch (failure) {
      console.error(failure);
    }
  }
}

export function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** Tells whether the client disconnected while the handler was reading the body. */
function isCutOff(error: unknown, call: Call | undefined): boolean {
  return call?.body instanceof Readable && error === call.body.errored;
}
