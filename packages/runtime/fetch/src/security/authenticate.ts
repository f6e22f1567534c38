/** Adds the credentials that an operation requires. */
import type { Operation as ContractOperation } from '@lading/runtime-wire';
import type { ClientRequest, Transport } from '../request/client-request.js';
import { ownValue } from '../request/values.js';
import type { CredentialRequest, Credentials, SecurityScheme } from './security-scheme.js';

/** The security of an operation: the alternatives of the contract, and the schemes that they name. */
interface SecuredOperation extends Pick<ContractOperation, 'id' | 'security'> {
  readonly schemes?: readonly SecurityScheme[];
}

/**
 * Uses the first alternative for which all credentials are given. Without any, the request is sent without credentials, and
 * the API says what is missing.
 *
 * @returns the transport that sends the request
 */
export async function authenticate(
  request: ClientRequest,
  { id, security = [], schemes = [] }: SecuredOperation,
  credentials: Credentials,
  transport: Transport,
): Promise<Transport> {
  for (const requirement of security) {
    const required = await Promise.all(
      Object.entries(requirement).map(async ([name, scopes]) => {
        const { apply, guard } = schemes.find((scheme) => scheme.name === name) ?? {};
        const credential = apply && (await credentialOf(name, { operation: id, scopes }, credentials));
        return { apply, guard, credential };
      }),
    );
    if (required.some(({ apply, credential }) => apply && credential === undefined)) continue;
    const authorizations: string[] = [];
    for (const { apply, credential } of required) apply?.(request, credential as never, authorizations);
    return required.find(({ guard }) => guard)?.guard?.(transport) ?? transport;
  }
  return transport;
}

function credentialOf(name: string, asked: CredentialRequest, credentials: Credentials): unknown {
  const given = ownValue(credentials, name);
  return typeof given === 'function' ? given(asked) : given;
}
