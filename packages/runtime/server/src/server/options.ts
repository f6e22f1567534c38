/** What a server can be told. */
import type { Contract } from '@lading/runtime-wire';
import type { Conversion, ConversionProvider } from '@lading/runtime-overlay';
import type { ResponseChecks, Product, RawResponse, Reply } from '../reply/index.js';
import type { Limits } from '../request/index.js';
import type { Awaitable, Call } from './call.js';

export interface ServerOptions {
  /** Versions that are served besides that of the implementation. */
  readonly serves?: readonly ServedVersion[];
  /**
   * Conversions between neighbouring versions, of which routes are made from the served versions to that of the
   * implementation. One is loaded when the first request comes that needs it. Of two between the same versions the last
   * counts.
   */
  readonly conversions?: readonly ConversionProvider[];
  readonly product?: Product;
  readonly hooks?: Hooks;
  /**
   * Handles every operation that has no handler, ping included, in place of 501: a gateway responds there with
   * `rawResponse`. The head of its response is not sent before it has responded.
   */
  readonly fallback?: (call: Call) => unknown;
  /**
   * What of a request is checked before a handler sees it.
   *
   * - `'all'`: everything that the contract says;
   * - `'types'`: that it can be read. Limits, formats, choices, required properties and the rules between properties are
   *   left to the engine behind a gateway, which refuses in its own words.
   *
   * @default 'all'
   */
  readonly checkRequests?: 'all' | 'types';
  /**
   * Whether responses of handlers are checked against the contract.
   *
   * - `'fail'`, or true: a response that breaks it is 500, with all mistakes;
   * - `'warn'`: `onError` is given the mistakes, and the response goes out as it is;
   * - `'off'`, or false: they are not checked.
   *
   * @default 'fail', and 'off' where NODE_ENV is `production`
   */
  readonly checkResponses?: ResponseChecks | boolean;
  /**
   * Whether updates of nodes, services, secrets, configs, volumes and the swarm are refused unless their `version` is the
   * present one, which the server asks of your own inspect handlers. Updates of one object then run one after the other.
   *
   * @default false
   */
  readonly checkVersions?: boolean;
  readonly limits?: Partial<Limits>;
  /** Told of everything that is answered with `internal error`; `console.error` unless given. */
  readonly onError?: (error: unknown, call: Call | undefined) => void;
}

/** A version, and how its clients are converted to that of the implementation and back. */
export interface ServedVersion {
  readonly contract: Contract;
  /** The route along `conversions` unless given. */
  readonly conversion?: Conversion;
}

/** A request of an operation of which nothing was read but its head. */
export interface BodylessCall extends Pick<Call, 'operation' | 'version' | 'signal' | 'request'> {
  /** What is in the path, by the name of the parameter; undefined where its escapes are malformed. Not checked. */
  readonly path: Readonly<Record<string, string | undefined>>;
}

export interface Hooks {
  /**
   * When the operation and the version are clear, before a byte of the body is read and before anything is checked: who
   * asks, and whether the operation can be carried out at all. A reply is answered in place of the handler's, and an
   * error refuses.
   */
  readonly beforeBody?: (call: BodylessCall) => Awaitable<Reply<number, unknown> | RawResponse | void>;
  /** Before the handler. A reply is answered in its place; an error refuses. */
  readonly before?: (call: Call) => Awaitable<Reply<number, unknown> | RawResponse | void>;
  /**
   * After the answer is decided and before its head goes out, for every request of an operation. Of one that could not be
   * read, or whose version is not served, `path`, `query`, `headers` and `body` are undefined.
   */
  readonly after?: (call: Call, outcome: Outcome) => Awaitable<void>;
}

/** How a call went. */
export interface Outcome {
  readonly status: number;
  /** What the handler, or `before`, answered with; not of a raw response, whose body may be read once. */
  readonly body?: unknown;
  readonly error?: unknown;
  /** Milliseconds since the head of the request was there. */
  readonly duration: number;
}
