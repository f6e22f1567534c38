/** The options of every server. */
import type { Contract } from '@lading/runtime-wire';
import type { Conversion, ConversionProvider } from '@lading/runtime-conversion';
import type { ResponseChecks } from '../reply/index.js';
import type { Limits, OnInvalid } from '../request/index.js';
import type { Awaitable, Call, RequestHead } from './call.js';
import type { FormatError } from './format-error.js';
import type { Hooks } from './hooks.js';
import type { OwnRoutes } from './own-routes.js';

export interface SharedOptions {
  /** The versions that are served in addition to that of the handlers. */
  readonly serves?: readonly (ServedVersion | LazyVersion)[];
  /**
   * Offers fewer versions than it could serve, as an engine of another age: those before `oldest` and after `newest` are
   * refused, even that of the handlers. Each has to be a served version.
   */
  readonly offers?: { readonly oldest?: string; readonly newest?: string };
  /**
   * Conversions between neighbouring versions, from which routes from the served versions to that of the handlers are
   * built. Each is loaded by the first request that needs it. If two have the same versions, the last one counts.
   */
  readonly conversions?: readonly ConversionProvider[];
  /**
   * Loads further conversions when the first request of another version arrives. If one has the same versions as one of
   * `conversions`, that of `conversions` counts.
   */
  readonly loadConversions?: () => Promise<readonly ConversionProvider[]>;
  /**
   * Authenticates every request before its body is read: also one without an operation, with a version that is not
   * served, or of `routes`. The result becomes `call.identity`. If it is undefined or null, the request is rejected with
   * 401, and an error that this function throws rejects the request as one of a handler does.
   *
   * @param operation undefined for requests without an operation
   */
  readonly authenticate?: (request: RequestHead, operation: string | undefined) => Awaitable<unknown>;
  /** The hooks. Those of an array are called in order. */
  readonly hooks?: Hooks | readonly Hooks[];
  /**
   * Routes beside those of the contract, by method and path, such as `GET /healthz`. They precede operations and have no
   * hooks but `end`.
   */
  readonly routes?: OwnRoutes;
  /** Returns the body of an error response. @default that of the contract's errors */
  readonly formatError?: FormatError;
  /**
   * Handles every operation that has no handler, including built-in ones, instead of 501. A gateway returns `rawResponse` here.
   * The head of the response is not sent before this function returns.
   */
  readonly fallback?: (call: Call) => unknown;
  /**
   * How requests are checked before they reach a handler:
   *
   * - `'all'`: completely, against the contract;
   * - `'types'`: only their types. Limits, formats, enums, required properties and the rules between properties are
   *   left to the engine behind a gateway, which rejects them with its own messages.
   *
   * @default 'all'
   */
  readonly checkRequests?: 'all' | 'types';
  /**
   * Called for a request that breaks rules of the contract, but none of its types, before the server rejects it. An
   * error that it throws, such as a `BadRequest` with the message that clients of your engine expect, takes the place of
   * that of the server. The values are those of the version of the request. Servers of standard HTTP do not call it.
   */
  readonly onInvalid?: OnInvalid;
  /**
   * Called for a request with values of wrong types, as {@link onInvalid} for one that breaks rules. The values may be of any type,
   * and parameters of a wrong type are undefined.
   */
  readonly onMistyped?: OnInvalid;
  /**
   * Whether responses of handlers are checked against the contract, and in servers of standard HTTP also requests that conversion
   * hooks return:
   *
   * - `'fail'`, or true: an invalid response or request becomes 500 with all errors;
   * - `'warn'`: `onError` receives the errors, and the response is sent, or the handler called, unchanged;
   * - `'off'`, or false: neither is checked.
   *
   * @default 'fail', or 'off' if NODE_ENV is `production`
   */
  readonly checkResponses?: ResponseChecks | boolean;
  /**
   * Whether handlers receive a `bigint` for every 64-bit integer (formats `int64` and `uint64`), so that no digit beyond 2^53
   * is lost. Hooks receive a `bigint` only for an integer beyond 2^53. Every server writes a `bigint` in a response with all its
   * digits.
   *
   * @default false
   */
  readonly exact?: boolean;
  readonly limits?: Partial<Limits>;
  /** Called with every error whose response is `internal error`. @default console.error */
  readonly onError?: (error: unknown, call: Call | undefined) => void;
}

/** A served version, and the conversion between its clients and the version of the handlers. */
export interface ServedVersion {
  readonly contract: Contract;
  /** The conversion. @default the route along `conversions` */
  readonly conversion?: Conversion;
}

/** A served version whose contract is loaded when its first request arrives. */
export interface LazyVersion {
  readonly version: string;
  readonly load: () => Promise<Contract>;
  /**
   * The identifiers of operations whose requests and responses equal those of the version of the handlers. They are served
   * without the contract, for example the pings of clients that do not know a version yet.
   */
  readonly unchanged?: readonly string[];
}
