/** The options of a server that follows the standards. */
import type { Awaitable, RequestHead } from '../../server/call.js';
import type { ServedVersion, SharedOptions } from '../../server/options.js';

export interface StandardOptions extends Omit<SharedOptions, 'loadConversions'> {
  /** The versions that are served in addition to that of the handlers. Their contracts say how a version is named. */
  readonly serves?: readonly ServedVersion[];
  /** The handlers of the security schemes, by name. An operation whose schemes have no handler responds with 401. */
  readonly security?: SecurityHandlers;
  /**
   * How a request names its API version. By default, the version is that whose server has the path of the request
   * (`/v1`), and the newest one if the servers do not differ.
   */
  readonly version?: VersionPlace | ((request: Pick<RequestHead, 'url' | 'headers'>) => string | undefined);
  /**
   * The paths before those of all operations. A request without one of them is served too, since a proxy may remove it.
   *
   * @default the paths of the servers of the contract
   */
  readonly basePaths?: readonly string[];
}

/** Where a request names its version: in the first segment of the path, a header, the query, or a parameter of `Accept`. */
export type VersionPlace =
  'path' | { readonly header: string } | { readonly query: string } | { readonly mediaTypeParameter: string };

export type SecurityHandlers = Readonly<Record<string, SecurityHandler<never> | undefined>>;

/**
 * Checks a credential. Returns who the client is, which handlers receive as `call.identity`, and undefined or null if the
 * credential is wrong (401); throws `Forbidden` for a client that may not call the operation (403).
 */
export type SecurityHandler<Value = string, Identity = unknown> = (
  check: SecurityCheck<Value>,
) => Awaitable<Identity | null | undefined>;

export interface SecurityCheck<Value = string> {
  /** The key, the token, or the name and password; undefined for mutual TLS. */
  readonly credential: Value;
  /** The scopes that the operation requires. */
  readonly scopes: readonly string[];
  /** The operation ID. */
  readonly operation: string;
  readonly request: RequestHead;
}

/** A name and a password of `basic` authentication. */
export interface BasicCredential {
  readonly username: string;
  readonly password: string;
}
