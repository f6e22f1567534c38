/** Requests without an operation: routes of the owner, OPTIONS, and paths that do not exist. */
import type { Dialect } from '../dialect/dialect.js';
import type { HostRequest, HostResponse } from '../host/index.js';
import type { ResponseHeaders } from '../reply/index.js';
import { identify, type AuthenticateRequest } from './identify.js';
import { type Awaitable, stateOf } from './call.js';
import { withEnd } from './ending.js';
import type { ErrorReporter } from './error-reporter.js';
import { isThenable, type HookTable } from './hook-table.js';

/** What requests without an operation need of a server. */
export interface UnmatchedContext {
  readonly dialect: Dialect;
  readonly authenticate: AuthenticateRequest | undefined;
  readonly hooks: HookTable | undefined;
  readonly errors: ErrorReporter;
  readonly responseHeaders: ResponseHeaders;
}

/** Authenticates a request and responds to it. Never throws or rejects. */
export function respondTo(
  request: HostRequest,
  { dialect, authenticate, hooks, errors, responseHeaders }: UnmatchedContext,
  respond: (identity: unknown) => Awaitable<HostResponse>,
): Awaitable<HostResponse> {
  const end = hooks?.withoutOperation.end;
  const startTime = end === undefined ? 0 : performance.now();
  let identity: unknown;
  const finish = (response: HostResponse, error?: unknown): HostResponse =>
    end === undefined
      ? response
      : withEnd(response, startTime, {
          end: (ending) => end({ request, identity, state: stateOf(request) }, ending),
          error: () => error,
          onFailure: (failure) => errors.report(failure, undefined),
        });
  const fail = (error: unknown): HostResponse =>
    finish(dialect.errorResponse(errors.failure(error, undefined), responseHeaders), error);
  const proceed = (value: unknown): Awaitable<HostResponse> => {
    identity = value;
    const response = respond(value);
    return isThenable(response) ? response.then((one) => finish(one)) : finish(response);
  };
  try {
    const value = identify(authenticate, request, undefined);
    const response = isThenable(value) ? value.then(proceed) : proceed(value);
    return isThenable(response) ? response.catch(fail) : response;
  } catch (error) {
    return fail(error);
  }
}
