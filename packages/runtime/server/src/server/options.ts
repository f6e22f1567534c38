/** The options of every server. */
import type { Contract } from '@lading/runtime-wire';
import type { Conversion, ConversionProvider } from '@lading/runtime-overlay';
import type { ResponseChecks, RawResponse, Reply } from '../reply/index.js';
import type { Limits } from '../request/index.js';
import type { Awaitable, Call } from './call.js';

export interface SharedOptions {
  /** The versions that are served in addition to that of the handlers. */
  readonly serves?: readonly ServedVersion[];
  /**
   * Conversions between neighbouring versions, from which routes from the served versions to that of the handlers are
   * built. Each is loaded by the first request that needs it. If two have the same versions, the last one counts.
   */
  readonly conversions?: readonly ConversionProvider[];
  readonly hooks?: Hooks;
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
   * Whether responses of handlers are checked against the contract:
   *
   * - `'fail'`, or true: an invalid response becomes 500 with all errors;
   * - `'warn'`: `onError` receives the errors, and the response is sent unchanged;
   * - `'off'`, or false: responses are not checked.
   *
   * @default 'fail', or 'off' if NODE_ENV is `production`
   */
  readonly checkResponses?: ResponseChecks | boolean;
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

/** A request of an operation of which only the head has been read. */
export interface BodylessCall extends Pick<Call, 'operation' | 'version' | 'signal' | 'request'> {
  /** The path parameters by name, not checked; undefined if their escapes are malformed. */
  readonly path: Readonly<Record<string, string | undefined>>;
}

export interface Hooks {
  /**
   * Called when the operation and the version are known, before the body is read and anything is checked: for
   * authentication, and for operations that are not available. A returned reply is sent as the response, and an error
   * rejects the request.
   */
  readonly beforeBody?: (call: BodylessCall) => Awaitable<Reply<number, unknown> | RawResponse | void>;
  /**
   * Called before the handler. A returned reply is sent instead of the handler's result, and an error rejects the
   * request.
   */
  readonly before?: (call: Call) => Awaitable<Reply<number, unknown> | RawResponse | void>;
  /**
   * Called before the head of the response is sent, for every request of an operation. If the request could not be
   * read, or its version is not served, `path`, `query`, `headers` and `body` are undefined.
   */
  readonly after?: (call: Call, outcome: Outcome) => Awaitable<void>;
}

/** The result of a call. */
export interface Outcome {
  readonly status: number;
  /** The body that the handler or a hook returned; absent for raw responses, whose body can be read only once. */
  readonly body?: unknown;
  readonly error?: unknown;
  /** The time since the head of the request arrived, in milliseconds. */
  readonly duration: number;
}
