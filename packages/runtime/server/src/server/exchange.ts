/** One request of an operation, from its head to its response. */
import { BadRequest } from '../error/index.js';
import type { HostResponse, HostRequest } from '../host/index.js';
import { RawResponse, Reply, type ResponseChecks, type ResponseHeaders, type WriteContext } from '../reply/index.js';
import type { Dialect, VersionRange } from '../dialect/dialect.js';
import type { PathStrings, ReadRequest } from '../request/index.js';
import { identify, type AuthenticateRequest } from './identify.js';
import type { Awaitable, BodylessCall, Call } from './call.js';
import type { Dispatcher } from './dispatcher.js';
import { withEnd } from './ending.js';
import type { ErrorReporter } from './error-reporter.js';
import { isReply, isThenable, type ComposedHooks, type HookTable } from './hook-table.js';
import { HeadCall, RequestCall } from './request-call.js';
import type { Route } from './route.js';

/** The state that all exchanges of a server share. */
export interface ExchangeContext {
  readonly dialect: Dialect;
  readonly authenticate: AuthenticateRequest | undefined;
  readonly hooks: HookTable | undefined;
  readonly dispatcher: Dispatcher;
  readonly errors: ErrorReporter;
  readonly responseHeaders: ResponseHeaders;
  readonly checks: ResponseChecks;
  readonly range: VersionRange;
  /** Aborted when the server closes. */
  readonly closing: AbortSignal;
}

/** The input of a call whose request has not been or could not be read. */
const unreadInput = { path: undefined, query: undefined, headers: undefined, body: undefined };

/** The route and input of a request, known from its head. */
interface RequestTarget {
  readonly route: Route;
  readonly path: BodylessCall['path'];
  /** The path parameters before they are decoded, if the router separates them first. */
  readonly encodedPath: PathStrings | undefined;
  readonly query: string;
  /** The API version of the client. */
  readonly version: string;
  /** The message for a version that is not served. */
  readonly refusal: string | undefined;
}

/** The processing of one request. Its methods never throw or reject, since errors become responses. */
export class Exchange {
  readonly #context: ExchangeContext;
  readonly #request: HostRequest;
  readonly #target: RequestTarget;
  readonly #hooks: ComposedHooks | undefined;
  readonly #startTime: number;
  #identity: unknown;
  /** Undefined until the request has been read. */
  #call: Call | undefined;
  /** The error of a stream. */
  #streamError: unknown;

  constructor(context: ExchangeContext, request: HostRequest, target: RequestTarget) {
    this.#context = context;
    this.#request = request;
    this.#target = target;
    this.#hooks = context.hooks?.of(target.route.operation.id);
    this.#startTime = this.#hooks === undefined ? 0 : performance.now();
  }

  /** Runs all stages: authentication, hooks, reading, the handler and the response. */
  run(): Awaitable<HostResponse> {
    const { dialect, authenticate } = this.#context;
    if (dialect.authenticate === undefined && authenticate === undefined) return this.#identified(undefined);
    const { operation } = this.#target.route;
    try {
      const identity = identify(authenticate, this.#request, operation.id, () =>
        dialect.authenticate?.(operation, this.#request, this.#target.query),
      );
      if (!isThenable(identity)) return this.#identified(identity);
      return identity.then(
        (value) => this.#identified(value),
        (error: unknown) => this.#fail(error),
      );
    } catch (error) {
      return this.#fail(error);
    }
  }

  #identified(identity: unknown): Awaitable<HostResponse> {
    const { refusal, route } = this.#target;
    this.#identity = identity;
    try {
      if (refusal !== undefined) throw new BadRequest(refusal);
      this.#context.dialect.checkUpgrade?.(route.operation, this.#request);
    } catch (error) {
      return this.#fail(error);
    }
    return this.#beforeBody();
  }

  #beforeBody(): Awaitable<HostResponse> {
    const { route, path, version } = this.#target;
    const beforeBody = this.#hooks?.beforeBody;
    if (beforeBody === undefined) return this.#read();
    try {
      const hookResult = beforeBody(new HeadCall(route.operation.id, version, path, this.#request, this.#identity));
      if (!isThenable(hookResult)) return this.#afterHead(hookResult);
      return hookResult.then(
        (value) => this.#afterHead(value),
        (error: unknown) => this.#fail(error),
      );
    } catch (error) {
      return this.#fail(error);
    }
  }

  /** Responds with an error. */
  #fail(error: unknown): Awaitable<HostResponse> {
    const { dialect, errors, responseHeaders } = this.#context;
    const operation = this.#call && this.#target.route.operation;
    const failure = errors.failure(error, this.#callOrUnread());
    return this.#finish(dialect.errorResponse(failure, responseHeaders, operation), undefined, error);
  }

  #afterHead(value: unknown): Awaitable<HostResponse> {
    return isReply(value) ? this.#respond(value) : this.#read();
  }

  #read(): Awaitable<HostResponse> {
    const { route, path, encodedPath, query } = this.#target;
    try {
      const input = route.read(this.#request, encodedPath ?? path, query);
      return input instanceof Promise
        ? input.then(
            (read) => this.#handle(read),
            (error: unknown) => this.#fail(error),
          )
        : this.#handle(input);
    } catch (error) {
      return this.#fail(error);
    }
  }

  #handle(input: ReadRequest): Awaitable<HostResponse> {
    const { route, version } = this.#target;
    const { operation } = route;
    const call = (this.#call = new RequestCall(operation.id, version, input, this.#request, this.#identity));
    try {
      const result = this.#result(call);
      if (!isThenable(result)) return this.#respond(result);
      const { dialect, dispatcher } = this.#context;
      if (dialect.early?.appliesTo(operation) === true && !dispatcher.usesFallback(operation))
        return this.#respondEarly(dialect.early, result);
      return result.then(
        (value) => this.#respond(value),
        (error: unknown) => this.#fail(error),
      );
    } catch (error) {
      return this.#fail(error);
    }
  }

  #result(call: Call): unknown {
    const before = this.#hooks?.before?.(call);
    if (isThenable(before)) return before.then((own) => (isReply(own) ? own : this.#dispatch(call)));
    return isReply(before) ? before : this.#dispatch(call);
  }

  #dispatch(call: Call): unknown {
    const { dispatcher } = this.#context;
    const { route } = this.#target;
    const around = this.#hooks?.around;
    if (around === undefined) return dispatcher.dispatch(route, call);
    return around(call, (changed = call) => dispatcher.dispatch(route, changed));
  }

  async #respondEarly(early: NonNullable<Dialect['early']>, result: Promise<unknown>): Promise<HostResponse> {
    try {
      const settled = await early.respond(result, this.#writeContext());
      return await ('value' in settled ? this.#respond(settled.value) : this.#finish(settled.response, undefined));
    } catch (error) {
      return this.#fail(error);
    }
  }

  #respond(value: unknown): Awaitable<HostResponse> {
    const { dialect, range } = this.#context;
    const { route } = this.#target;
    try {
      const complete = dialect.complete(route.operation, value, range);
      const written = dialect.writeReply(complete, route.status, this.#writeContext());
      if (!(written instanceof Promise)) return this.#finish(written, value);
      return written.then(
        (reply) => this.#finish(reply, value),
        (error: unknown) => this.#fail(error),
      );
    } catch (error) {
      return this.#fail(error);
    }
  }

  #writeContext(): WriteContext {
    const { responseHeaders, checks, errors, closing } = this.#context;
    const call = this.#callOrUnread();
    return {
      operation: this.#target.route.operation,
      responseHeaders,
      checks,
      request: this.#request,
      query: call.query,
      failureMessage: (error) => {
        this.#streamError = error;
        return errors.failure(error, call).message;
      },
      report: (error) => errors.report(error, call),
      closing,
    };
  }

  #finish(reply: HostResponse, value: unknown, error?: unknown): Awaitable<HostResponse> {
    if (this.#hooks === undefined) return reply;
    const { after, end } = this.#hooks;
    const ended = end === undefined ? reply : this.#withEnd(reply, end, error);
    if (after === undefined) return ended;
    const call = this.#callOrUnread();
    const body: unknown = value instanceof Reply ? value.body : value instanceof RawResponse ? undefined : value;
    const outcome = {
      status: reply.status,
      headers: reply.headers as Record<string, string | readonly string[]>,
      duration: performance.now() - this.#startTime,
      ...(body !== undefined && { body }),
      ...(error !== undefined && { error }),
    };
    const reportFailure = (failure: unknown): HostResponse => {
      this.#context.errors.report(failure, call);
      return ended;
    };
    try {
      const hook = after(call, outcome);
      return isThenable(hook) ? hook.then(() => ended, reportFailure) : ended;
    } catch (failure) {
      return reportFailure(failure);
    }
  }

  #withEnd(reply: HostResponse, end: NonNullable<ComposedHooks['end']>, error: unknown): HostResponse {
    const call = this.#callOrUnread();
    const { operation, version, request, identity, state } = call;
    return withEnd(reply, this.#startTime, {
      end: (ending) => end({ operation, version, request, identity, state }, ending),
      error: () => error ?? this.#streamError,
      onFailure: (failure) => this.#context.errors.report(failure, call),
    });
  }

  #callOrUnread(): Call {
    const { route, version } = this.#target;
    return (this.#call ??= new RequestCall(route.operation.id, version, unreadInput, this.#request, this.#identity));
  }
}
