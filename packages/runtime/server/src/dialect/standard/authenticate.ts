/** Authenticates requests by the security schemes of the contract. */
import type { Contract, OperationContract, SecurityRequirement, SecurityScheme } from '@lading/runtime-wire';
import { HttpError, Unauthorized } from '../../error/index.js';
import type { HostRequest } from '../../host/index.js';
import type { SecurityCheck, SecurityHandlers } from './options.js';
import { cookiePairs, decoded, queryPairs } from './wire-pairs.js';

type Identities = Readonly<Record<string, unknown>>;
type Authenticate = (
  operation: OperationContract,
  request: HostRequest,
  query: string,
) => Promise<Identities> | undefined;

/**
 * Returns the function that tries the alternatives of an operation in order, and returns the results of the handlers of
 * the first one that succeeds, by scheme. It rejects with 401 and `WWW-Authenticate`, or with the error of a handler.
 */
export function authenticator(
  { securitySchemes = {} }: Pick<Contract, 'securitySchemes'>,
  handlers: SecurityHandlers = {},
): Authenticate {
  return (operation, request, query) => {
    const { security } = operation;
    if (security === undefined || security.length === 0) return undefined;
    return (async () => {
      let refusal: unknown;
      // Anonymous requests are the last resort, wherever the document names them.
      for (const requirement of [...security].sort((a, b) => Number(isEmpty(a)) - Number(isEmpty(b)))) {
        try {
          const identities = await identitiesOf(requirement, operation, request, query);
          if (identities !== undefined) return identities;
        } catch (error) {
          // One alternative that forbids the call does not speak for the others.
          refusal ??= error;
        }
      }
      if (refusal !== undefined) throw refusal as Error;
      throw new Unauthorized(`${operation.id} requires ${security.map(wordsOf).join(', or ')}`, {
        headers: { 'WWW-Authenticate': challengesOf(security) },
      });
    })();
  };

  async function identitiesOf(
    requirement: SecurityRequirement,
    operation: OperationContract,
    request: HostRequest,
    query: string,
  ): Promise<Identities | undefined> {
    const identities: [string, unknown][] = [];
    const schemeOf = (name: string) => (Object.hasOwn(securitySchemes, name) ? securitySchemes[name] : undefined);
    const isSeveral = Object.keys(requirement).map(schemeOf).filter(isAuthorization).length > 1;
    const authorizations = authorizationsOf(request, isSeveral);
    for (const [name, scopes] of Object.entries(requirement)) {
      const scheme = schemeOf(name);
      const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
      if (scheme === undefined || handler === undefined) return undefined;
      const credential = credentialOf(scheme, authorizations, request, query);
      if (credential === undefined && scheme.kind !== 'mutual-tls') return undefined;
      const check: SecurityCheck<unknown> = { credential, scopes, operation: operation.id, request };
      const identity: unknown = await handler(check as SecurityCheck<never>);
      if (identity === undefined || identity === null) return undefined;
      identities.push([name, identity]);
    }
    return Object.fromEntries(identities);
  }

  function challengesOf(security: readonly SecurityRequirement[]): string {
    const names = new Set(security.flatMap((requirement) => Object.keys(requirement)));
    const challenges = [...names].map((name) => challengeOf(securitySchemes[name]));
    return [...new Set(challenges)].join(', ');
  }
}

function isEmpty(requirement: SecurityRequirement): boolean {
  return Object.keys(requirement).length === 0;
}

function wordsOf(requirement: SecurityRequirement): string {
  return Object.keys(requirement).join(' and ');
}

/** Returns the challenge of a scheme (RFC 9110). Keys have no registered one. */
function challengeOf(scheme: SecurityScheme | undefined): string {
  switch (scheme?.kind) {
    case 'http':
      return scheme.scheme === 'basic'
        ? 'Basic realm="api", charset="UTF-8"'
        : scheme.scheme.replace(/^./, (letter) => letter.toUpperCase());
    case 'api-key':
      return `ApiKey in="${scheme.in}"`;
    default:
      return 'Bearer';
  }
}

function isAuthorization(scheme: SecurityScheme | undefined): boolean {
  return scheme !== undefined && scheme.kind !== 'api-key' && scheme.kind !== 'mutual-tls';
}

interface Authorization {
  readonly kind: string;
  readonly value: string;
}

/** Returns the credentials of the header: several are separated by commas, which one of them may contain itself. */
function authorizationsOf({ headers }: HostRequest, areSeveral: boolean): readonly Authorization[] {
  const header = headers['authorization'] ?? '';
  const texts = areSeveral ? header.split(/, *(?=[\w-]+ +[^\s=])/) : [header];
  return texts.flatMap((text) => {
    const [, kind, value = ''] = /^(\S+) +(.*)$/.exec(text) ?? [];
    return kind === undefined ? [] : [{ kind: kind.toLowerCase(), value }];
  });
}

/** Returns undefined if the request has no credential of the scheme. */
function credentialOf(
  scheme: SecurityScheme,
  authorizations: readonly Authorization[],
  { headers }: HostRequest,
  query: string,
): unknown {
  const authorized = (scheme: string) => authorizations.find(({ kind }) => kind === scheme)?.value;
  switch (scheme.kind) {
    case 'api-key': {
      if (scheme.in === 'header') return headers[scheme.parameter.toLowerCase()];
      const pairs = scheme.in === 'query' ? queryPairs(query) : cookiePairs(headers['cookie']);
      const pair = pairs.find(({ name }) => name === scheme.parameter);
      return pair && decoded(pair.text);
    }
    case 'http': {
      const value = authorized(scheme.scheme.toLowerCase());
      return value !== undefined && scheme.scheme === 'basic' ? basicCredential(value) : value;
    }
    case 'oauth2':
    case 'open-id-connect':
      return authorized('bearer');
    case 'mutual-tls':
      return undefined;
  }
}

/** @throws HttpError 400 if the credential has no colon */
function basicCredential(text: string): { readonly username: string; readonly password: string } {
  const pair = Buffer.from(text, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon < 0) throw new HttpError(400, 'the credential of basic authentication is malformed');
  return { username: pair.slice(0, colon), password: pair.slice(colon + 1) };
}
