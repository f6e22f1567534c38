/** Adds the credentials that an operation requires. */
import type { ClientRequest } from '../request/client-request.js';
import type { CredentialRequest, Credentials, SecurityAlternatives, SecurityScheme } from './security-scheme.js';

/**
 * Uses the first alternative for which all credentials are given. Without any, the request is sent without credentials, and
 * the API says what is missing.
 */
export async function authenticate(
  request: ClientRequest,
  { id, security = [] }: { readonly id: string; readonly security?: SecurityAlternatives },
  credentials: Credentials,
): Promise<void> {
  for (const schemes of security) {
    const values = await Promise.all(schemes.map((scheme) => credentialOf(scheme, id, credentials)));
    if (values.includes(undefined)) continue;
    schemes.forEach(({ apply }, index) => apply?.(request, values[index] as never));
    return;
  }
}

async function credentialOf({ name, scopes = [], apply }: SecurityScheme, operation: string, all: Credentials) {
  if (apply === undefined) return '';
  const given = Object.hasOwn(all, name) ? all[name] : undefined;
  return typeof given === 'function' ? (given as (asked: CredentialRequest) => unknown)({ operation, scopes }) : given;
}
