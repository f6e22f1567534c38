/** The core: a request of any host in, an answer out. It knows no sockets. */
import { Readable } from 'node:stream';
import type { Contract, Operation } from '../contract/index.js';
import { BadRequest, failureOf, NotImplemented } from '../error/index.js';
import type { HostReply, HostRequest } from '../host/index.js';
import {
  atOnce,
  earlyReply,
  hasEarlyHead,
  RawResponse,
  Reply,
  responseHeadersOf,
  sessionKind,
  writeReply,
  type AnswerChecks,
  type Headers,
  type ResponseHeaders,
  type WriteContext,
} from '../reply/index.js';
import { BodyMemory, defaultLimits, type Limits, type ReadRequest } from '../request/index.js';
import { splitUrl } from '../route/index.js';
import type { Awaitable, Call } from './call.js';
import { converted } from './convert.js';
import { handlerOf, type HandlerTable } from './handler-table.js';
import type { BodylessCall, ServerOptions } from './options.js';
import { builtIn, completed } from './ping.js';
import { HeadCall, RequestCall } from './request-call.js';
import type { Route } from './route.js';
import { ServedVersions } from './served-versions.js';
import { VersionCheck } from './version-check.js';

/** How many segments of a path may stand in front of that of an operation. */
const longestPrefix = 20;

export class Core {
  readonly limits: Limits;
  readonly #contract: Contract;
  readonly #handlers: HandlerTable;
  readonly #options: ServerOptions;
  readonly #versions: ServedVersions;
  readonly #responseHeaders: ResponseHeaders;
  readonly #checks: AnswerChecks;
  readonly #versionCheck: VersionCheck | undefined;
  readonly #closing: AbortSignal;

  constructor(contract: Contract, handlers: HandlerTable, options: ServerOptions, closing: AbortSignal) {
    this.limits = { ...defaultLimits, ...options.limits };
    this.#contract = contract;
    this.#handlers = handlers;
    this.#options = options;
    const bodyMemory = new BodyMemory(this.limits.bodiesInAll);
    this.#versions = new ServedVersions(contract, options, {
      ...this.limits,
      bodyMemory,
      typesOnly: options.checkRequests === 'types',
    });
    this.#responseHeaders = responseHeadersOf(contract.vendor ?? 'Docker', this.#versions.highest, options.product);
    this.#checks = answerChecks(options.checkAnswers ?? process.env['NODE_ENV'] !== 'production');
    if (options.checkVersions === true) {
      this.#versionCheck = new VersionCheck(contract, (operation, call) => this.#handle(operation, call));
    }
    this.#closing = closing;
  }

  /** Never rejects, never throws. Undefined where there is no such operation: a host may have something else there. */
  handle(request: HostRequest): Awaitable<HostReply> | undefined {
    const { method, url } = request;
    if (this.limits.url > 0 && url.length > this.limits.url) {
      return this.#refusal(414, `the address is longer than ${this.limits.url} bytes`);
    }
    const { version, path, query } = splitUrl(url);
    const { contract, router } = this.#versions.of(version);
    const match = router.find(method, path);
    if (match === undefined) return undefined;
    const { route } = match;
    const begin = this.#options.hooks?.after === undefined ? 0 : performance.now();
    const spoken = version ?? contract.version;
    try {
      const refusal = this.#versions.refusal(version);
      if (refusal !== undefined) throw new BadRequest(refusal);
      if (route.upgrades) sessionKind(route.operation, request);
      const beforeBody = this.#options.hooks?.beforeBody;
      if (beforeBody === undefined) return this.#read(route, request, match.path, query, spoken, begin);
      const call = new HeadCall(route.operation.id, spoken, match.path, request);
      const own = beforeBody(call);
      const next = (value: unknown): Awaitable<HostReply> =>
        isResponse(value)
          ? this.#answer(route, new RequestCall(call.operation, spoken, unread, request), value, request, begin)
          : this.#read(route, request, match.path, query, spoken, begin);
      if (!isThenable(own)) return next(own);
      return own.then(next, (error: unknown) => this.#unread(error, route, request, spoken, begin));
    } catch (error) {
      return this.#unread(error, route, request, spoken, begin);
    }
  }

  /** Whether the path, or what of it stands behind any prefix, is that of an operation that ends in an upgrade. */
  mayUpgrade(method: string, url: string): boolean {
    let at = url.indexOf('/');
    for (let segments = 0; at >= 0 && segments < longestPrefix; segments += 1) {
      const { version, path } = splitUrl(url.slice(at));
      const match = this.#versions.of(version).router.find(method, path);
      if (match?.route.operation.answers[101] !== undefined) return true;
      at = url.indexOf('/', at + 1);
    }
    return false;
  }

  #read(
    route: Route,
    request: HostRequest,
    path: BodylessCall['path'],
    query: string,
    version: string,
    begin: number,
  ): Awaitable<HostReply> {
    try {
      const input = route.read(request, path, query);
      return input instanceof Promise
        ? input.then(
            (read) => this.#run(route, request, read, version, begin),
            (error: unknown) => this.#unread(error, route, request, version, begin),
          )
        : this.#run(route, request, input, version, begin);
    } catch (error) {
      return this.#unread(error, route, request, version, begin);
    }
  }

  /** As engines: without any of the headers that tell what the server is, and OPTIONS is fine everywhere. */
  otherwise({ method }: { readonly method?: string | undefined }): HostReply {
    if (method === 'OPTIONS')
      return { status: 200, headers: { ...this.#responseHeaders.plain(), 'Content-Length': '0' } };
    return refusalReply({}, 404, 'page not found');
  }

  #unread(error: unknown, route: Route, request: HostRequest, version: string, begin: number): Awaitable<HostReply> {
    return this.#failed(error, new RequestCall(route.operation.id, version, unread, request), begin);
  }

  #run(route: Route, request: HostRequest, read: ReadRequest, version: string, begin: number): Awaitable<HostReply> {
    const call = new RequestCall(route.operation.id, version, read, request);
    try {
      const result = this.#result(route, call);
      if (!isThenable(result)) return this.#answer(route, call, result, request, begin);
      if (hasEarlyHead(route.operation) && !this.#fallsBack(route.operation))
        return this.#early(route, call, result, request, begin);
      return result.then(
        (value) => this.#answer(route, call, value, request, begin),
        (error: unknown) => this.#failed(error, call, begin),
      );
    } catch (error) {
      return this.#failed(error, call, begin);
    }
  }

  async #early(
    route: Route,
    call: Call,
    result: Promise<unknown>,
    request: HostRequest,
    begin: number,
  ): Promise<HostReply> {
    try {
      const settled = await atOnce(result);
      if (settled !== undefined) return await this.#answer(route, call, settled.value, request, begin);
      const reply = earlyReply(result, this.#context(route.operation, call, request));
      return await this.#done(reply, call, begin, undefined);
    } catch (error) {
      return this.#failed(error, call, begin);
    }
  }

  #result(route: Route, call: Call): unknown {
    const before = this.#options.hooks?.before?.(call);
    if (isThenable(before)) {
      return before.then((own) => (isResponse(own) ? own : this.#dispatch(route, call)));
    }
    return isResponse(before) ? before : this.#dispatch(route, call);
  }

  #dispatch(route: Route, call: Call): unknown {
    const { operation, converting } = route;
    return converting === undefined
      ? this.#call(operation, call)
      : converted(converting, call, this.#contract, (target, inner) => this.#call(target, inner));
  }

  #call(operation: Operation, call: Call): unknown {
    return this.#versionCheck?.run(operation, call) ?? this.#handle(operation, call);
  }

  #handle(operation: Operation, call: Call): unknown {
    const own = handlerOf(operation, this.#handlers);
    const handler = own ?? this.#options.fallback ?? builtIn(operation, this.#handlers);
    if (handler === undefined) throw new NotImplemented(`${operation.id} is not implemented`);
    return handler(call);
  }

  #fallsBack(operation: Operation): boolean {
    return this.#options.fallback !== undefined && handlerOf(operation, this.#handlers) === undefined;
  }

  #answer(route: Route, call: Call, value: unknown, request: HostRequest, begin: number): Awaitable<HostReply> {
    const { operation } = route;
    try {
      const complete = completed(operation, value, this.#versions.lowest, this.#versions.highest);
      const written = writeReply(complete, route.status, this.#context(operation, call, request));
      if (written instanceof Promise) {
        return written.then(
          (reply) => this.#done(reply, call, begin, value),
          (error: unknown) => this.#failed(error, call, begin),
        );
      }
      return this.#done(written, call, begin, value);
    } catch (error) {
      return this.#failed(error, call, begin);
    }
  }

  #context(operation: Operation, call: Call, request: HostRequest): WriteContext {
    return {
      operation,
      responseHeaders: this.#responseHeaders,
      checks: this.#checks,
      request,
      query: call.query,
      words: (error) => this.#words(error, call),
      report: (error) => this.#report(error, call),
      closing: this.#closing,
    };
  }

  #done(reply: HostReply, call: Call, begin: number, value: unknown, error?: unknown): Awaitable<HostReply> {
    const after = this.#options.hooks?.after;
    if (after === undefined) return reply;
    const body: unknown = value instanceof Reply ? value.body : value instanceof RawResponse ? undefined : value;
    const outcome = {
      status: reply.status,
      duration: performance.now() - begin,
      ...(body !== undefined && { body }),
      ...(error !== undefined && { error }),
    };
    try {
      const seen = after(call, outcome);
      if (!isThenable(seen)) return reply;
      return seen.then(
        () => reply,
        (failure: unknown) => (this.#report(failure, call), reply),
      );
    } catch (failure) {
      this.#report(failure, call);
      return reply;
    }
  }

  #failed(error: unknown, call: Call, begin: number): Awaitable<HostReply> {
    const { status, message } = this.#failure(error, call);
    return this.#done(this.#refusal(status, message), call, begin, undefined, error);
  }

  #failure(error: unknown, call: Call): { readonly status: number; readonly message: string } {
    const failure = failureOf(error);
    if (!failure.unexpected) return failure;
    // Whoever was to be answered has gone.
    if (!isAbort(error) && !isCutOff(error, call)) this.#report(error, call);
    // In development whoever wrote the handler should see at once what is wrong with it.
    return error instanceof Error && error.name === 'AnswerError' ? { status: 500, message: error.message } : failure;
  }

  #words(error: unknown, call: Call): string {
    return this.#failure(error, call).message;
  }

  #report(error: unknown, call: Call): void {
    const { onError } = this.#options;
    try {
      if (onError !== undefined) onError(error, call);
      else console.error(error);
    } catch (failure) {
      console.error(failure);
    }
  }

  #refusal(status: number, message: string): HostReply {
    return refusalReply(this.#responseHeaders.plain(), status, message);
  }
}

function answerChecks(value: AnswerChecks | boolean): AnswerChecks {
  if (typeof value === 'string') return value;
  return value ? 'fail' : 'off';
}

/** What is known of the input of a request that could not be read. */
const unread = { path: undefined, query: undefined, headers: undefined, body: undefined };

function refusalReply(headers: Headers, status: number, message: string): HostReply {
  const body = `${JSON.stringify({ message })}\n`;
  headers['Content-Type'] = 'application/json';
  headers['Content-Length'] = String(Buffer.byteLength(body));
  return { status, headers, body };
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}

/** What a hook responds with, in place of a handler. */
function isResponse(value: unknown): value is Reply<number, unknown> | RawResponse {
  return value instanceof Reply || value instanceof RawResponse;
}

/** The client broke off in the midst of a body that the handler reads. */
function isCutOff(error: unknown, call: Call): boolean {
  return call.body instanceof Readable && error === call.body.errored;
}

function isThenable(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
