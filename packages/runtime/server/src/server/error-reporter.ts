/** What the client hears of an error, and what only the owner of the server does. */
import { Readable } from 'node:stream';
import { failureOf } from '../error/index.js';
import type { Call } from './call.js';
import type { ServerOptions } from './options.js';

export class ErrorReporter {
  readonly #options: Pick<ServerOptions, 'onError'>;

  constructor(options: Pick<ServerOptions, 'onError'>) {
    this.#options = options;
  }

  /** Returns the status and message of the response. Errors that nobody expected are reported, and are `internal error`. */
  failure(error: unknown, call: Call): { readonly status: number; readonly message: string } {
    const failure = failureOf(error);
    if (!failure.unexpected) return failure;
    // Nobody waits for the response any more.
    if (!isAbort(error) && !isCutOff(error, call)) this.report(error, call);
    // In development whoever wrote the handler should see at once what is wrong with it.
    return error instanceof Error && error.name === 'ResponseError' ? { status: 500, message: error.message } : failure;
  }

  report(error: unknown, call: Call): void {
    const { onError } = this.#options;
    try {
      if (onError !== undefined) onError(error, call);
      else console.error(error);
    } catch (failure) {
      console.error(failure);
    }
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** Whether the client broke off in the midst of a body that the handler reads. */
function isCutOff(error: unknown, call: Call): boolean {
  return call.body instanceof Readable && error === call.body.errored;
}
