/** Authentication of the distribution protocol: basic, or tokens that a server of their own issues. */
import { Unauthorized } from '@lading/server-v1.44';
import { responseJson } from '../filesystem/response-bytes.js';
import type { RegistryCredentials } from '../ports/registry.js';

/** Sends a request; that of the global `fetch`, or of a registry in this process. */
export type Fetch = (request: Request) => Promise<Response>;

/** The challenge of a response with the status 401. */
export interface AuthChallenge {
  readonly scheme: 'basic' | 'bearer';
  readonly realm: string;
  readonly service: string;
  readonly scope: string;
}

export interface IssuedToken {
  readonly token: string;
  readonly refreshToken: string;
}

/** Parses the header `WWW-Authenticate`. @returns undefined if there is no scheme that this client has */
export function challengeOf(header: string | null): AuthChallenge | undefined {
  const [, scheme = '', rest = ''] = /^\s*(basic|bearer)\b\s*([^]*)$/i.exec(header ?? '') ?? [];
  if (scheme === '') return undefined;
  const parameters = new Map([...rest.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]));
  const text = (name: string): string => parameters.get(name) ?? '';
  return {
    scheme: scheme.toLowerCase() as AuthChallenge['scheme'],
    realm: text('realm'),
    service: text('service'),
    scope: text('scope'),
  };
}

/** Asks for a token. @param asksForIdentity whether a token is wanted that stands for the credentials @throws Unauthorized */
export async function fetchToken(
  send: Fetch,
  { realm, service, scope }: AuthChallenge,
  credentials: RegistryCredentials | undefined,
  asksForIdentity = false,
): Promise<IssuedToken> {
  const { identityToken } = credentials ?? {};
  const response = identityToken
    ? await send(refreshRequest(realm, { service, scope, identityToken }))
    : await send(tokenRequest(realm, { service, scope, asksForIdentity }, credentials));
  if (!response.ok) {
    await response.body?.cancel();
    throw new Unauthorized(credentials === undefined ? 'authentication required' : 'incorrect username or password');
  }
  const body = (await responseJson(response, 'the token')) as Partial<Record<string, unknown>>;
  const token = body['token'] ?? body['access_token'];
  const refreshToken = body['refresh_token'];
  if (typeof token !== 'string') throw new Unauthorized('authorization server did not include a token in the response');
  return { token, refreshToken: typeof refreshToken === 'string' ? refreshToken : '' };
}

export function basicAuthorization({ username = '', password = '' }: RegistryCredentials): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

function tokenRequest(
  realm: string,
  query: { readonly service: string; readonly scope: string; readonly asksForIdentity: boolean },
  credentials: RegistryCredentials | undefined,
): Request {
  const url = new URL(realm);
  if (query.service) url.searchParams.set('service', query.service);
  if (query.scope) url.searchParams.set('scope', query.scope);
  if (query.asksForIdentity) url.searchParams.set('offline_token', 'true');
  url.searchParams.set('client_id', 'docker');
  const headers = credentials?.username ? { authorization: basicAuthorization(credentials) } : {};
  return new Request(url, { headers });
}

function refreshRequest(
  realm: string,
  query: { readonly service: string; readonly scope: string; readonly identityToken: string },
): Request {
  const body = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: query.identityToken,
    client_id: 'docker',
    service: query.service,
    scope: query.scope,
  });
  return new Request(realm, { method: 'POST', body });
}
