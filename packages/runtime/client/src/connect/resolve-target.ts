/** Resolves where the engine is, in the order of the engine's command line. */
import { join } from 'node:path';
import { InputError } from '../error/index.js';
import { configFolder, configHeaders, currentContext, readContext, certificatesIn, isSet } from './config-folder.js';
import type { ConnectOptions, Environment, Target, TlsOptions } from './connect-options.js';
import { type ParsedHost, parseHost } from './parse-host.js';
import { proxyFor } from './proxy-for.js';

/**
 * Finds the engine: `options.context`, `options.host`, `DOCKER_HOST`, `DOCKER_CONTEXT`, the current context of
 * `config.json`, and else the default socket. The TLS variables (`DOCKER_TLS_VERIFY`, `DOCKER_TLS`, `DOCKER_CERT_PATH`)
 * apply to a host and the default, not to a context, which has separate certificates. The proxy is always that of the
 * environment, and headers are those of `config.json`.
 *
 * @throws InputError when both host and context are given, when an address is invalid, or when a requested context or
 *   certificate is missing
 */
export async function resolveTarget(options: ConnectOptions = {}, platform = process.platform): Promise<Target> {
  const env = options.env ?? process.env;
  const folder = configFolder(env, platform);
  if (options.host !== undefined && isSet(options.context)) {
    throw new InputError('HOST_AND_CONTEXT', 'Both a host and a context are given: leave one out.');
  }
  const target = await located(options, env, folder, platform);
  const proxy = proxyFor(target, env);
  const headers = await configHeaders(folder);
  const found = proxy === undefined ? target : { ...target, proxy };
  if (headers === undefined) return found;
  // Values may be tokens: a property that is defined so is not shown.
  return Object.defineProperty({ ...found }, 'headers', { value: headers });
}

async function located(
  options: ConnectOptions,
  env: Environment,
  folder: string,
  platform: NodeJS.Platform,
): Promise<Target> {
  const [context, origin] = await contextName(options, env, folder);
  if (context !== 'default') {
    const { host, tls } = await readContext(folder, context, origin);
    return finish(parseHost(host, false, platform), () => Promise.resolve(options.tls ?? tls));
  }
  const tls = options.tls !== undefined || wantsTls(env);
  const host = parseHost(options.host ?? env['DOCKER_HOST'] ?? '', tls, platform);
  return finish(host, async () => options.tls ?? (await tlsOfEnv(env, folder)));
}

async function contextName(
  options: ConnectOptions,
  env: Environment,
  folder: string,
): Promise<readonly [string, string]> {
  if (isSet(options.context)) return [options.context, 'the option "context"'];
  if (options.host !== undefined || isSet(env['DOCKER_HOST'])) return ['default', ''];
  if (isSet(env['DOCKER_CONTEXT'])) return [env['DOCKER_CONTEXT'], 'DOCKER_CONTEXT'];
  return [(await currentContext(folder)) ?? 'default', `"currentContext" of ${join(folder, 'config.json')}`];
}

// Reads certificates for tcp only: sockets do not need them, and must not fail because of a missing file.
async function finish({ target, secure }: ParsedHost, read: () => Promise<TlsOptions | undefined>): Promise<Target> {
  if (target.kind !== 'tcp') return target;
  const tls = (await read()) ?? (secure ? {} : undefined);
  return tls === undefined ? target : { ...target, tls: withHiddenSecrets(tls) };
}

function wantsTls(env: Environment): boolean {
  return isSet(env['DOCKER_TLS_VERIFY']) || isSet(env['DOCKER_TLS']);
}

// Any value but the empty one enables verification, even "0", as for the engine's command line.
async function tlsOfEnv(env: Environment, folder: string): Promise<TlsOptions | undefined> {
  if (!wantsTls(env)) return undefined;
  const verify = isSet(env['DOCKER_TLS_VERIFY']);
  const path = isSet(env['DOCKER_CERT_PATH']) ? env['DOCKER_CERT_PATH'] : folder;
  const certificates = await certificatesIn(path);
  if (certificates.ca === undefined && verify) {
    const sentence = `DOCKER_TLS_VERIFY is set and ${join(path, 'ca.pem')} does not exist: set DOCKER_CERT_PATH to the folder with the certificates.`;
    throw new InputError('CERTIFICATE_MISSING', sentence);
  }
  return verify ? certificates : { ...certificates, rejectUnauthorized: false };
}

/** Returns a copy whose key and passphrase are not shown by `console.log` and `JSON.stringify`. */
function withHiddenSecrets(tls: TlsOptions): TlsOptions {
  const copy = { ...tls };
  for (const name of ['key', 'passphrase']) if (name in copy) Object.defineProperty(copy, name, { enumerable: false });
  return copy;
}
