// Removes credentials from exchanges.

import type { Exchange, Headers, Json } from './exchange.js';

const headerNames = new Set([
  'authorization',
  'x-registry-auth',
  'x-registry-config',
  'x-docker-expose-session-sharedkey',
]);
const propertyNames = new Set(['password', 'auth', 'identitytoken', 'registrytoken', 'jointoken', 'unlockkey']);
const replacement = 'redacted';

/** Removes credentials from an exchange before it is written. */
export function redact(exchange: Exchange): Exchange {
  const clean = (value: Json): Json => redactJson(value);
  const { request, response } = exchange;
  return {
    ...exchange,
    request: {
      ...request,
      headers: redactHeaders(request.headers),
      ...(request.body === undefined ? {} : { body: clean(request.body) }),
    },
    response: {
      ...response,
      headers: redactHeaders(response.headers),
      ...(response.body === undefined ? {} : { body: clean(response.body) }),
      ...(response.items === undefined ? {} : { items: response.items.map(clean) }),
    },
  };
}

function redactHeaders(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, headerNames.has(name.toLowerCase()) ? replacement : value]),
  );
}

function redactJson(value: Json, name = ''): Json {
  // An empty credential is a fact about the wire and not a secret.
  if (typeof value === 'string') {
    if (value !== '' && propertyNames.has(name.toLowerCase())) return replacement;
    return value.replace(/SWM(TKN|KEY)-1-[\w+/-]+/g, `SWM$1-1-${replacement}`);
  }
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map((item) => redactJson(item));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, redactJson(member, key)]));
}

function isList(value: readonly Json[] | { readonly [key: string]: Json }): value is readonly Json[] {
  return Array.isArray(value);
}
