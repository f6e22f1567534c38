/** The core of a server: it handles requests of any host and has no access to sockets. */
import type { Contract } from '@lading/runtime-wire';
import { HttpError } from '../error/index.js';
import type { HostResponse, HostRequest } from '../host/index.js';
import type { ResponseChecks } from '../reply/index.js';
import { BodyMemory, defaultLimits, type Limits, type ReadOptions } from '../request/index.js';
import type { Dialect } from '../dialect/dialect.js';
import type { Awaitable, HandlerTable } from './call.js';
import { ConvertedRequests } from './converted-requests.js';
import { Dispatcher } from './dispatcher.js';
import { ErrorReporter } from './error-reporter.js';
import { Exchange, type ExchangeContext } from './exchange.js';
import { withEnd } from './ending.js';
import { HookTable } from './hook-table.js';
import type { SharedOptions } from './options.js';
import { OwnRouter, runOwnRoute } from './own-routes.js';
import { ServedVersions, type ServedContract } from './served-versions.js';
import { respondTo } from './unmatched.js';

/** The maximum number of path segments before the path of an operation. */
const maxPrefixSegments = 20;

export class Core {
  readonly limits: Limits;
  readonly #dialect: Dialect;
  readonly #versions: ServedVersions;
  readonly #context: ExchangeContext;
  readonly #ownRouter: OwnRouter | undefined;

  constructor(
    contract: Contract,
    handlers: HandlerTable,
    dialect: Dialect,
    options: SharedOptions,
    closing: AbortSignal,
  ) {
    this.#dialect = dialect;
    this.limits = { ...defaultLimits, ...options.limits };
    const readOptions: ReadOptions = {
      ...this.limits,
      bodyMemory: new BodyMemory(this.limits.bodiesInAll),
      typesOnly: options.checkRequests === 'types',
      exact: options.exact === true,
      onInvalid: options.onInvalid,
      onMistyped: options.onMistyped,
    };
    const errors = new ErrorReporter(options);
    const checks = responseChecks(options.checkResponses ?? process.env['NODE_ENV'] !== 'production');
    const requests = new ConvertedRequests({
      dialect,
      readOptions,
      checks,
      version: contract.version,
      report: (error, call) => errors.report(error, call),
    });
    this.#versions = new ServedVersions(contract, options, dialect, readOptions);
    this.#ownRouter = options.routes && new OwnRouter(options.routes);
    // The versions that are offered may be loaded later, and have the operations of the handlers.
    const { operations } = dialect.withBuiltIns(contract);
    const isOperation = (id: string): boolean => Object.hasOwn(operations, id) || this.#versions.hasOperation(id);
    this.#context = {
      dialect,
      authenticate: options.authenticate,
      hooks: options.hooks && new HookTable(options.hooks, isOperation),
      dispatcher: new Dispatcher(contract, handlers, dialect, { ...options, requests }),
      errors,
      responseHeaders: dialect.responseHeadersOf(contract, this.#versions.highest),
      checks,
      range: this.#versions,
      closing,
    };
  }

  /**
   * Handles a request. Returns undefined if there is no such operation, since the host may serve the path. Never
   * rejects or throws.
   */
  handle(request: HostRequest): Awaitable<HostResponse | undefined> {
    const { url } = request;
    if (this.limits.url > 0 && url.length > this.limits.url) {
      const message = `the URL is longer than ${this.limits.url} bytes`;
      return respondTo(request, this.#context, () =>
        this.#dialect.errorResponse({ status: 414, message }, this.#context.responseHeaders),
      );
    }
    const ownRoute = this.#ownRouter?.find(request);
    if (ownRoute !== undefined) {
      return respondTo(request, this.#context, (identity) => runOwnRoute(ownRoute, request, identity));
    }
    const address = this.#dialect.addressOf(request);
    const { version, path } = address;
    const isRefused = this.#versions.refusal(version) !== undefined;
    const served = isRefused ? this.#versions.loadedOf(version) : this.#versions.of(version, request.method, path);
    if (!(served instanceof Promise)) return this.#handleIn(served, request, address);
    return served.then(
      (loaded) => this.#handleIn(loaded, request, address),
      (error: unknown) => this.#notLoaded(error),
    );
  }

  #handleIn(
    { router }: ServedContract,
    request: HostRequest,
    { version, path, fullPath, query }: ReturnType<Dialect['addressOf']>,
  ): Awaitable<HostResponse> | undefined {
    const { method } = request;
    const match =
      router.find(method, path, query, request.headers) ??
      (fullPath === undefined ? undefined : router.find(method, fullPath, query, request.headers));
    if (match === undefined) return undefined;
    const target = {
      route: match.route,
      path: match.path,
      encodedPath: match.encodedPath,
      query,
      version: version ?? this.#versions.highest,
      refusal: this.#versions.refusal(version),
    };
    return new Exchange(this.#context, request, target).run();
  }

  #notLoaded(error: unknown): HostResponse {
    const failure = this.#context.errors.failure(error, undefined);
    return this.#dialect.errorResponse(failure, this.#context.responseHeaders);
  }

  /** Tells whether the path, possibly after a prefix, is that of an operation that can upgrade the connection. */
  mayUpgrade(method: string, url: string): boolean {
    let at = url.indexOf('/');
    for (let segments = 0; at >= 0 && segments < maxPrefixSegments; segments += 1) {
      const { version, path } = this.#dialect.addressOf({ url: url.slice(at), headers: {} });
      const match = this.#versions.loadedOf(version).router.find(method, path);
      if (match?.route.operation.responses[101] !== undefined) return true;
      at = url.indexOf('/', at + 1);
    }
    return false;
  }

  /** Responds to a request without an operation. */
  respondWithoutOperation(request: HostRequest): Awaitable<HostResponse> {
    return respondTo(request, this.#context, () => {
      const { version, path } = this.#dialect.addressOf(request);
      const methods = this.#versions.loadedOf(version).router.methodsOf?.(path) ?? [];
      const response = this.#dialect.respondWithoutOperation(request, methods, this.#context.responseHeaders);
      return 'message' in response ? this.#dialect.errorResponse(response, undefined) : response;
    });
  }

  /** Responds to what is not HTTP, or has too large a head. */
  respondToMalformed(status: number, message: string): HostResponse {
    const { hooks, errors } = this.#context;
    const response = this.#dialect.errorResponse({ status, message }, undefined);
    const end = hooks?.withoutOperation.end;
    if (end === undefined) return response;
    return withEnd(response, performance.now(), {
      end: (ending) => end({ state: {} }, ending),
      error: () => new HttpError(status, message),
      onFailure: (failure) => errors.report(failure, undefined),
    });
  }
}

function responseChecks(value: ResponseChecks | boolean): ResponseChecks {
  if (typeof value === 'string') return value;
  return value ? 'fail' : 'off';
}
