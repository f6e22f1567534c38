/** The stage that authenticates a request before its body is read. */
import { Unauthorized } from '../error/index.js';
import type { Awaitable, RequestHead } from './call.js';
import type { SharedOptions } from './options.js';
import { isThenable } from './hook-table.js';

export type AuthenticateRequest = NonNullable<SharedOptions['authenticate']>;

/**
 * Returns the identity of the client, or a promise of it, after `then`, which returns that of the contract's security
 * schemes. The latter counts if both have one.
 *
 * @throws (itself, or its promise) Unauthorized if the client has none; errors of `authenticate`
 */
export function identify(
  authenticate: AuthenticateRequest | undefined,
  request: RequestHead,
  operation: string | undefined,
  then: () => Awaitable<unknown> = () => undefined,
): Awaitable<unknown> {
  if (authenticate === undefined) return then();
  const identity = authenticate(request, operation);
  return isThenable(identity) ? identity.then((value) => combine(value, then)) : combine(identity, then);
}

function combine(identity: unknown, then: () => Awaitable<unknown>): Awaitable<unknown> {
  if (identity === undefined || identity === null) throw new Unauthorized('authentication is required');
  const other = then();
  return isThenable(other) ? other.then((value) => value ?? identity) : (other ?? identity);
}
