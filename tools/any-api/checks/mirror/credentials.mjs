/** Credentials of every security scheme, and what a request with them has. */

/**
 * @typedef {import('@lading/runtime-wire').Contract} Contract
 * @typedef {import('@lading/runtime-wire').OperationContract} OperationContract
 * @typedef {{ readonly url: string, readonly headers: Readonly<Record<string, string>> }} Head
 */

const usualLogin = { username: 'ann', password: 'é:secret' };

/** Returns a credential by the name of each scheme. Schemes of one token or header share it: a request has one. @param {Contract} contract @param {typeof usualLogin} [login] */
export function credentialsOf({ securitySchemes = {} }, login = usualLogin) {
  const isBasic = Object.values(securitySchemes).some(
    ({ kind, ...rest }) => 'scheme' in rest && rest.scheme === 'basic',
  );
  const header = isBasic
    ? `Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`
    : 'Bearer secret-token';
  return Object.fromEntries(
    Object.entries(securitySchemes).map(([name, scheme]) => {
      if (scheme.kind === 'api-key' && /^authorization$/i.test(scheme.parameter)) return [name, header];
      if (scheme.kind === 'api-key') return [name, `secret-${name.length}`];
      return [name, scheme.kind === 'http' && scheme.scheme === 'basic' ? login : 'secret-token'];
    }),
  );
}

/** Returns the credentials that are also parameters, by their location and name. @param {Contract} contract @returns {import('../../values/calls.mjs').ByLocation} */
export function keysOf(contract) {
  const credentials = credentialsOf(contract);
  /** @type {Record<'headers' | 'query' | 'cookies', Record<string, unknown>>} */
  const keys = { headers: {}, query: {}, cookies: {} };
  for (const [name, scheme] of Object.entries(contract.securitySchemes ?? {}))
    if (scheme.kind === 'api-key')
      keys[scheme.in === 'header' ? 'headers' : scheme.in === 'query' ? 'query' : 'cookies'][scheme.parameter] =
        credentials[name];
  return keys;
}

/** Returns handlers that accept exactly these credentials. @param {Contract} contract */
export function securityHandlers(contract) {
  const credentials = credentialsOf(contract);
  const handler =
    (/** @type {string} */ name) =>
    (/** @type {{ credential: unknown }} */ { credential }) =>
      JSON.stringify(credential) === JSON.stringify(credentials[name]) || credential === undefined
        ? { name }
        : undefined;
  return Object.fromEntries(Object.keys(credentials).map((name) => [name, handler(name)]));
}

/**
 * Returns the scheme whose credential a request lacks, if there is one. The client uses the first alternative.
 * @param {Contract} contract @param {OperationContract} operation @param {Head} head
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
