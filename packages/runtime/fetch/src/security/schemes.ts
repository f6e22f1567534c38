/** The kinds of security schemes of OpenAPI. */
import type { ClientRequest } from '../request/client-request.js';
import { addQuery } from '../request/request-of.js';
import { guardedRedirects } from './guarded-redirects.js';
import type { BasicCredential, SecurityScheme } from './security-scheme.js';
import { setHeader } from '../request/values.js';

/** An API key in a header. A header of the same name that the call has stays, as a parameter that the API declares besides. */
export function headerKey(name: string, header: string): SecurityScheme {
  return {
    name,
    apply: ({ headers }, key: string) => {
      if (!headers.has(header)) setHeader(headers, header, key);
    },
    guard: guardedRedirects,
  };
}

/** An API key in the query. A parameter of the same name that the call has stays. */
export function queryKey(name: string, parameter: string): SecurityScheme {
  return {
    name,
    apply: (request, key: string) => {
      if (new URLSearchParams(request.url.replace(/^[^?]*/, '')).has(parameter)) return;
      addQuery(request, `${encodeURIComponent(parameter)}=${encodeURIComponent(key)}`);
    },
  };
}

/** An API key in a cookie. Browsers do not let programs send cookies of their own. */
export function cookieKey(name: string, cookie: string): SecurityScheme {
  return {
    name,
    apply: ({ headers }, key: string) => {
      const others = headers.get('cookie');
      const own = `${encodeURIComponent(cookie)}=${encodeURIComponent(key)}`;
      setHeader(headers, 'cookie', others === null ? own : `${others}; ${own}`);
    },
  };
}

/** A token in the header `Authorization`: bearer tokens, OAuth 2 and OpenID Connect. */
export function bearer(name: string): SecurityScheme {
  return authorization(name, 'Bearer');
}

/** A credential in the header `Authorization`, after the name of its HTTP scheme. */
export function authorization(name: string, scheme: string): SecurityScheme {
  return { name, apply: (request, token: string, others) => authorize(request, `${scheme} ${token}`, others) };
}

/** A name and a password. */
export function basic(name: string): SecurityScheme {
  return {
    name,
    apply: (request, { username, password }: BasicCredential, others) => {
      const bytes = new TextEncoder().encode(`${username}:${password}`);
      authorize(request, `Basic ${btoa(String.fromCharCode(...bytes))}`, others);
    },
  };
}

/** Joins the credentials of a requirement with several schemes of this header, as HTTP joins fields of one name. */
function authorize({ headers }: ClientRequest, credential: string, others: string[]): void {
  others.push(credential);
  setHeader(headers, 'authorization', others.join(', '));
}

/** A certificate of the client, which the transport has. */
export function mutualTls(name: string): SecurityScheme {
  return { name };
}
