/** Credentials of every security scheme, and what a request with them has. */

import { isDeepStrictEqual } from 'node:util';

/** @typedef {import('@lading/runtime-wire').Contract} Contract @typedef {import('@lading/runtime-wire').OperationContract} OperationContract */

const login = { username: 'ann', password: 'é:secret' };
const isBasic = (scheme) => scheme.scheme === 'basic';

/** Returns a credential by the name of each scheme. Schemes of one token or header share it: a request has one. @param {Contract} contract */
export function credentialsOf({ securitySchemes = {} }) {
  const encoded = Buffer.from(`${login.username}:${login.password}`).toString('base64');
  const header = Object.values(securitySchemes).some(isBasic) ? `Basic ${encoded}` : 'Bearer secret-token';
  return Object.fromEntries(
    Object.entries(securitySchemes).map(([name, scheme]) => {
      if (scheme.kind !== 'api-key') return [name, scheme.kind === 'http' && isBasic(scheme) ? login : 'secret-token'];
      return [name, /^authorization$/i.test(scheme.parameter) ? header : `secret-${name.length}`];
    }),
  );
}

/** Returns the credentials that are also parameters, by their location and name. @param {Contract} contract @returns {import('../values/calls.mjs').ByLocation} */
export function keysOf(contract) {
  const credentials = credentialsOf(contract);
  const keys = { headers: {}, query: {}, cookies: {} };
  const locations = { header: 'headers', query: 'query', cookie: 'cookies' };
  for (const [name, scheme] of Object.entries(contract.securitySchemes ?? {}))
    if (scheme.kind === 'api-key') keys[locations[scheme.in]][scheme.parameter] = credentials[name];
  return keys;
}

/** Returns handlers that accept exactly these credentials, by the names of schemes. @param {Readonly<Record<string, unknown>>} credentials */
export function securityHandlers(credentials) {
  const isAccepted = (credential, own) =>
    own === undefined || credential === undefined || isDeepStrictEqual(credential, own);
  const handlers = Object.entries(credentials).map(([name, own]) => [
    name,
    ({ credential }) => (isAccepted(credential, own) ? { name } : undefined),
  ]);
  return Object.fromEntries(handlers);
}

/**
 * Returns the scheme whose credential a request lacks, if there is one. The client uses the first alternative.
 * @param {Contract} contract @param {OperationContract} operation @param {{ url: string, headers: Readonly<Record<string, string>> }} head
 */
export function missingCredential(contract, { security: [alternative = {}] = [] }, { url, headers }) {
  const credentials = credentialsOf(contract);
  return Object.keys(alternative).find((name) => {
    const scheme = contract.securitySchemes?.[name];
    const value = String(credentials[name]);
    if (scheme === undefined || scheme.kind === 'mutual-tls') return false;
    if (scheme.kind !== 'api-key') return headers['authorization'] === undefined;
    if (scheme.in === 'query')
      return !new URL(url, 'http://localhost').searchParams.getAll(scheme.parameter).includes(value);
    if (scheme.in === 'header') return headers[scheme.parameter.toLowerCase()] !== value;
    return headers['cookie']?.includes(`${encodeURIComponent(scheme.parameter)}=${value}`) !== true;
  });
}
