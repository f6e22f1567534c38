/** One request of an operation, from its head to its response. */
import type { HostResponse, HostRequest } from '../host/index.js';
import {
  atOnce,
  earlyReply,
  hasEarlyHead,
  RawResponse,
  Reply,
  sessionKind,
  writeReply,
  type ResponseChecks,
  type ResponseHeaders,
  type WriteContext,
} from '../reply/index.js';
import type { ReadRequest } from '../request/index.js';
import type { Awaitable, Call } from './call.js';
import type { Dispatcher } from './dispatcher.js';
import type { ErrorReporter } from './error-reporter.js';
import type { BodylessCall, Hooks } from './options.js';
import { completed } from './ping.js';
import { refusalReply } from './refusal-reply.js';
import { HeadCall, RequestCall } from './request-call.js';
import type { Route } from './route.js';
import { isThenable } from './thenable.js';

/** What all exchanges of a server share. */
export interface ExchangeContext {
  readonly hooks: Hooks | undefined;
  readonly dispatcher: Dispatcher;
  readonly errors: ErrorReporter;
  readonly responseHeaders: ResponseHeaders;
  readonly checks: ResponseChecks;
  readonly lowestVersion: string;
  readonly highestVersion: string;
  /** Aborted when the server closes. */
  readonly closing: AbortSignal;
}

/** The input of a call whose request has not been read, or could not be. */
const unread = { path: undefined, query: undefined, headers: undefined, body: undefined };

/** What was found out of a request by its head. */
interface RequestTarget {
  readonly route: Route;
  readonly path: BodylessCall['path'];
  readonly query: string;
  /** The version that the client speaks. */
  readonly version: string;
}

/** No method throws, and none rejects: what goes wrong is a response too. */
export class Exchange {
  readonly #context: ExchangeContext;
  readonly #request: HostRequest;
  readonly #target: RequestTarget;
  readonly #begin: number;
  /** Undefined until the request has been read. */
  #call: Call | undefined;

  constructor(context: ExchangeContext, request: HostRequest, target: RequestTarget) {
    this.#context = context;
    this.#request = request;
    this.#target = target;
    this.#begin = context.hooks?.after === undefined ? 0 : performance.now();
  }

  /** Runs the stages from the first one. */
  run(): Awaitable<HostResponse> {
    const { route, path, version } = this.#target;
    try {
      if (route.upgrades) sessionKind(route.operation, this.#request);
      const beforeBody = this.#context.hooks?.beforeBody;
      if (beforeBody === undefined) return this.#read();
      const own = beforeBody(new HeadCall(route.operation.id, version, path, this.#request));
      if (!isThenable(own)) return this.#afterHead(own);
      return own.then(
        (value) => this.#afterHead(value),
        (error: unknown) => this.fail(error),
      );
    } catch (error) {
      return this.fail(error);
    }
  }

  /** Responds with an error instead of running. */
  fail(error: unknown): Awaitable<HostResponse> {
    const { errors, responseHeaders } = this.#context;
    const { status, message } = errors.failure(error, this.#calling());
    return this.#done(refusalReply(responseHeaders.plain(), status, message), undefined, error);
  }

  #afterHead(value: unknown): Awaitable<HostResponse> {
    return isResponse(value) ? this.#respond(value) : this.#read();
  }

  #read(): Awaitable<HostResponse> {
    const { route, path, query } = this.#target;
    try {
      const input = route.read(this.#request, path, query);
      return input instanceof Promise
        ? input.then(
            (read) => this.#handle(read),
            (error: unknown) => this.fail(error),
          )
        : this.#handle(input);
    } catch (error) {
      return this.fail(error);
    }
  }

  #handle(input: ReadRequest): Awaitable<HostResponse> {
    const { route, version } = this.#target;
    const { operation } = route;
    const call = (this.#call = new RequestCall(operation.id, version, input, this.#request));
    try {
      const result = this.#result(call);
      if (!isThenable(result)) return this.#respond(result);
      if (hasEarlyHead(operation) && !this.#context.dispatcher.fallsBack(operation)) return this.#respondEarly(result);
      return result.then(
        (value) => this.#respond(value),
        (error: unknown) => this.fail(error),
      );
    } catch (error) {
      return this.fail(error);
    }
  }

  #result(call: Call): unknown {
    const { hooks, dispatcher } = this.#context;
    const { route } = this.#target;
    const before = hooks?.before?.(call);
    if (isThenable(before)) return before.then((own) => (isResponse(own) ? own : dispatcher.dispatch(route, call)));
    return isResponse(before) ? before : dispatcher.dispatch(route, call);
  }

  async #respondEarly(result: Promise<unknown>): Promise<HostResponse> {
    try {
      const settled = await atOnce(result);
      if (settled !== undefined) return await this.#respond(settled.value);
      return await this.#done(earlyReply(result, this.#writeContext()), undefined);
    } catch (error) {
      return this.fail(error);
    }
  }

  #respond(value: unknown): Awaitable<HostResponse> {
    const { lowestVersion, highestVersion } = this.#context;
    const { route } = this.#target;
    try {
      const complete = completed(route.operation, value, lowestVersion, highestVersion);
      const written = writeReply(complete, route.status, this.#writeContext());
      if (!(written instanceof Promise)) return this.#done(written, value);
      return written.then(
        (reply) => this.#done(reply, value),
        (error: unknown) => this.fail(error),
      );
    } catch (error) {
      return this.fail(error);
    }
  }

  #writeContext(): WriteContext {
    const { responseHeaders, checks, errors, closing } = this.#context;
    const call = this.#calling();
    return {
      operation: this.#target.route.operation,
      responseHeaders,
      checks,
      request: this.#request,
      query: call.query,
      words: (error) => errors.failure(error, call).message,
      report: (error) => errors.report(error, call),
      closing,
    };
  }

  #done(reply: HostResponse, value: unknown, error?: unknown): Awaitable<HostResponse> {
    const after = this.#context.hooks?.after;
    if (after === undefined) return reply;
    const call = this.#calling();
    const body: unknown = value instanceof Reply ? value.body : value instanceof RawResponse ? undefined : value;
    const outcome = {
      status: reply.status,
      duration: performance.now() - this.#begin,
      ...(body !== undefined && { body }),
      ...(error !== undefined && { error }),
    };
    const reportFailure = (failure: unknown): HostResponse => {
      this.#context.errors.report(failure, call);
      return reply;
    };
    try {
      const hook = after(call, outcome);
      return isThenable(hook) ? hook.then(() => reply, reportFailure) : reply;
    } catch (failure) {
      return reportFailure(failure);
    }
  }

  #calling(): Call {
    const { route, version } = this.#target;
    return (this.#call ??= new RequestCall(route.operation.id, version, unread, this.#request));
  }
}

/** Whether a hook responds in place of a handler. */
function isResponse(value: unknown): value is Reply<number, unknown> | RawResponse {
  return value instanceof Reply || value instanceof RawResponse;
}
