/** What differs between servers that speak HTTP as engines do and those that follow the standards alone. */
import type { Contract, OperationContract } from '@lading/runtime-wire';
import type { Failure } from '../error/index.js';
import type { HostRequest, HostResponse } from '../host/index.js';
import type { ResponseHeaders, WriteContext } from '../reply/index.js';
import type { ConvertedReader, ReadOptions, RequestReader } from '../request/index.js';
import type { RouteFinder } from '../route/match.js';
import type { Awaitable, Call, Handler, HandlerTable } from '../server/call.js';

/** Where a request is addressed to. */
export interface Address {
  /** The requested version, for example `1.41`; undefined if the request has none. */
  readonly version: string | undefined;
  /** The path without the version. */
  readonly path: string;
  /** The path with that of a server, which may be the start of an operation's path as well. */
  readonly fullPath?: string;
  /** The query without the question mark. */
  readonly query: string;
}

/** The served versions, the oldest first. */
export type VersionRange = Readonly<Record<'lowest' | 'highest', string>>;

/** Runs the handler of an operation. */
export type RunOperation = (operation: OperationContract, call: Call) => unknown;

/** The habits of a kind of server. Its functions are called for every request, and must not throw unless they say so. */
export interface Dialect {
  readonly addressOf: (request: Pick<HostRequest, 'url' | 'headers'>) => Address;
  /** Returns the error message for a version that is not served but within or outside the range. */
  readonly versionRefusal: (version: string, range: VersionRange) => string | undefined;
  /** Returns the contract with the operations that the server itself answers. */
  readonly withBuiltIns: (contract: Contract) => Contract;
  /** Returns the handler of an operation that has no other. */
  readonly builtInHandler: (operation: OperationContract, handlers: HandlerTable) => Handler | undefined;
  readonly routerOf: <Route>(
    contract: Contract,
    routeOf: (operation: OperationContract) => Route,
  ) => RouteFinder<Route>;
  /** The scheme of a network address that the server reports; `s` is added for TLS if it is `http`. */
  readonly addressScheme: 'http' | 'tcp';
  /** Whether a request is refused, before its body is read, unless it asks for the upgrade that its operation needs. */
  readonly checkUpgrade?: (operation: OperationContract, request: HostRequest) => void;
  /**
   * Authenticates a request before its body is read, and returns what handlers receive as `call.identity`. Throws or
   * rejects with the error of the response.
   */
  readonly authenticate?: (operation: OperationContract, request: HostRequest, query: string) => Awaitable<unknown>;
  readonly requestReader: (operation: OperationContract, options: ReadOptions) => RequestReader;
  /**
   * Returns the reader of requests that were converted from another version. Without it, handlers receive them as the conversion
   * returns them.
   */
  readonly convertedReader?: (operation: OperationContract, options: ReadOptions) => ConvertedReader;
  /** Wraps the handlers of operations that need it; returns undefined for all others. */
  readonly guardOf: (contract: Contract, run: RunOperation) => RunOperation | undefined;
  /** The responses whose head may be sent before their body is available. */
  readonly early?: {
    readonly appliesTo: (operation: OperationContract) => boolean;
    readonly respond: (result: Promise<unknown>, context: WriteContext) => Promise<EarlyResult>;
  };
  /** Completes the result of a handler. */
  readonly complete: (operation: OperationContract, value: unknown, range: VersionRange) => unknown;
  readonly responseHeadersOf: (contract: Contract, highest: string) => ResponseHeaders;
  /** Writes the result of a handler. @throws (or rejects with) the error of the response */
  readonly writeReply: (value: unknown, status: number, context: WriteContext) => Awaitable<HostResponse>;
  /**
   * @param headers those of every response; undefined for requests without an operation, and for what is not HTTP
   * @param operation the operation whose handler failed; undefined for a request that did not reach it
   */
  readonly errorResponse: (
    failure: ErrorParts,
    headers: ResponseHeaders | undefined,
    operation?: OperationContract,
  ) => HostResponse;
  /** Responds to a request without an operation, or returns its error. @param methods the methods that its path has */
  readonly respondWithoutOperation: (
    request: Pick<HostRequest, 'method' | 'url'>,
    methods: readonly string[],
    headers: ResponseHeaders,
  ) => HostResponse | ErrorParts;
}

/** What an error response has. */
export type ErrorParts = Pick<Failure, 'status' | 'message' | 'headers'>;

/** The result of a handler that was available before its head was sent, or the response. */
export type EarlyResult = { readonly value: unknown } | { readonly response: HostResponse };
