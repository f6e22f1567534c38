/** Asks an engine which versions of the API it serves. */
import { ConnectionError, ConnectionLost, ProtocolError, InputError } from '../error/index.js';
import type { Target, Environment } from './connect-options.js';
import { connectionFailure } from './connection-error.js';
import { isSet } from './config-folder.js';

/** The code of a connection that was closed before a response. */
const closedCode = 'NO_RESPONSE';

/** A complete response. */
export interface Response {
  readonly status: number;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Sends a request without a version in its path. */
export type Fetch = (method: string, path: string) => Promise<Response>;

/** The versions that an engine serves. */
export interface ServedVersions {
  /** The newest version. */
  readonly apiVersion: string;
  /** The oldest version, if the engine reports it. */
  readonly minApiVersion?: string;
}

/**
 * Asks with `HEAD /_ping`, else `GET /_ping`, else `GET /version`, since proxies may allow only one of them.
 *
 * @param target named in errors
 * @throws ProtocolError when no response has a version; ConnectionError when the port requires TLS, or closes every
 *   connection
 */
export async function negotiate(fetch: Fetch, target?: Target): Promise<ServedVersions> {
  const seen: string[] = [];
  for (const method of ['HEAD', 'GET']) {
    const response = await asked(fetch, method, '/_ping', seen);
    if (response === undefined) continue;
    if (response.status === 400 && response.text.includes('HTTP request to an HTTPS server')) throw wantsTls(target);
    // An unhealthy engine responds with 500, but with its version.
    const served = response.status === 200 || response.status === 500 ? versionOf(response.headers) : undefined;
    if (served !== undefined) return served;
  }
  const served = await servedVersions(fetch, seen);
  if (served !== undefined) return served;
  if (target !== undefined && seen.every((response) => response.endsWith(`: ${closedCode}`))) {
    throw connectionFailure('ECONNRESET', target);
  }
  const server = target === undefined ? 'The server' : `The server at ${target.address}`;
  throw new ProtocolError(
    'NOT_AN_ENGINE',
    `${server} is not a container engine, or hides which versions it serves (${seen.join(', ')}).`,
  );
}

/** Returns the versions from `GET /version`; `undefined` if it has none. */
export async function servedVersions(fetch: Fetch, seen: string[] = []): Promise<ServedVersions | undefined> {
  const response = await asked(fetch, 'GET', '/version', seen);
  if (response?.status !== 200) return undefined;
  let body: unknown;
  try {
    body = JSON.parse(response.text);
  } catch {
    return undefined;
  }
  if (typeof body !== 'object' || body === null) return undefined;
  const { ApiVersion, MinAPIVersion } = body as Readonly<Record<string, unknown>>;
  if (!isVersion(ApiVersion)) return undefined;
  return {
    apiVersion: ApiVersion,
    ...(isVersion(MinAPIVersion) ? { minApiVersion: MinAPIVersion } : {}),
  };
}

async function asked(fetch: Fetch, method: string, path: string, seen: string[]): Promise<Response | undefined> {
  try {
    const response = await fetch(method, path);
    seen.push(`${method} ${path}: ${response.status}`);
    return response;
  } catch (error) {
    // Some proxies respond to HEAD with invalid HTTP; an unreachable server is not asked again.
    if (!(error instanceof ProtocolError || error instanceof ConnectionLost)) throw error;
    seen.push(`${method} ${path}: ${error.code}`);
    return undefined;
  }
}

function versionOf(headers: Readonly<Record<string, string>>): ServedVersions | undefined {
  const { 'api-version': apiVersion } = headers;
  return isVersion(apiVersion) ? { apiVersion } : undefined;
}

function isVersion(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,9}\.\d{1,9}$/.test(value);
}

function wantsTls(target: Target | undefined): ConnectionError {
  const address = target?.address ?? '';
  const message = `The engine${address === '' ? '' : ` at ${address}`} wants TLS: set DOCKER_TLS_VERIFY=1 and DOCKER_CERT_PATH, or the option "tls".`;
  return new ConnectionError('TLS_NEEDED', message, address);
}

/**
 * Returns `DOCKER_API_VERSION`, with or without a leading `v`: it disables negotiation.
 *
 * @throws InputError when the variable is not a version
 */
export function pinnedVersion(env: Environment = process.env): string | undefined {
  const text = env['DOCKER_API_VERSION'];
  if (!isSet(text)) return undefined;
  const version = text.replace(/^v/, '');
  if (/^\d{1,9}\.\d{1,9}$/.test(version)) return version;
  throw new InputError(
    'VERSION_INVALID',
    `DOCKER_API_VERSION is ${JSON.stringify(text.slice(0, 40))}: it should be like 1.44.`,
  );
}
