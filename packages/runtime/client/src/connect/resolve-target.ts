/** Where the engine is, found in the order that the engine's own command line uses. */
import { join } from 'node:path';
import { InputError } from '../error/index.js';
import { configFolder, configHeaders, currentContext, readContext, textOf } from './config-folder.js';
import type { ConnectOptions, Target, TlsOptions } from './connect-options.js';
import { type ParsedHost, parseHost } from './parse-host.js';
import { proxyFor } from './proxy-for.js';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Finds the engine: `options.context`, `options.host`, `DOCKER_HOST`, `DOCKER_CONTEXT`, the current context of
 * `config.json`, and else the default socket. The variables of TLS (`DOCKER_TLS_VERIFY`, `DOCKER_TLS`,
 * `DOCKER_CERT_PATH`) count for a host and the default, not for a context, which brings its own certificates. A proxy
 * is the environment's, and headers are those of `config.json`, wherever the engine is.
 * @throws InputError when both host and context are given, when an address is none, when a context or a certificate
 *   that was asked for is missing.
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
  // Values may be tokens.
  return Object.defineProperty({ ...found }, 'headers', { value: headers, enumerable: false });
}

async function located(options: ConnectOptions, env: Env, folder: string, platform: NodeJS.Platform): Promise<Target> {
  const [context, origin] = await contextName(options, env, folder);
  if (context !== 'default') {
    const { host, tls } = await readContext(folder, context, origin);
    return finish(parseHost(host, false, platform), () => Promise.resolve(options.tls ?? tls));
  }
  const tls = options.tls !== undefined || wantsTls(env);
  const host = parseHost(options.host ?? env['DOCKER_HOST'] ?? '', tls, platform);
  return finish(host, async () => options.tls ?? (await tlsOfEnv(env, folder)));
}

async function contextName(options: ConnectOptions, env: Env, folder: string): Promise<readonly [string, string]> {
  if (isSet(options.context)) return [options.context, 'the option "context"'];
  if (options.host !== undefined || isSet(env['DOCKER_HOST'])) return ['default', ''];
  if (isSet(env['DOCKER_CONTEXT'])) return [env['DOCKER_CONTEXT'], 'DOCKER_CONTEXT'];
  return [(await currentContext(folder)) ?? 'default', `"currentContext" of ${join(folder, 'config.json')}`];
}

// Certificates are read for tcp alone: a socket has no use for them, and a missing file should not stand in its way.
async function finish({ target, secure }: ParsedHost, read: () => Promise<TlsOptions | undefined>): Promise<Target> {
  if (target.kind !== 'tcp') return target;
  const tls = (await read()) ?? (secure ? {} : undefined);
  return tls === undefined ? target : { ...target, tls: discreet(tls) };
}

function wantsTls(env: Env): boolean {
  return isSet(env['DOCKER_TLS_VERIFY']) || isSet(env['DOCKER_TLS']);
}

// Any value but the empty one turns verification on, "0" too: so does the engine's command line.
async function tlsOfEnv(env: Env, folder: string): Promise<TlsOptions | undefined> {
  if (!wantsTls(env)) return undefined;
  const verify = isSet(env['DOCKER_TLS_VERIFY']);
  const path = isSet(env['DOCKER_CERT_PATH']) ? env['DOCKER_CERT_PATH'] : folder;
  const [ca, cert, key] = await Promise.all(['ca.pem', 'cert.pem', 'key.pem'].map((name) => textOf(join(path, name))));
  if (ca === undefined && verify) {
    const sentence = `DOCKER_TLS_VERIFY is set and ${join(path, 'ca.pem')} does not exist: set DOCKER_CERT_PATH to the folder with the certificates.`;
    throw new InputError('CERTIFICATE_MISSING', sentence);
  }
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(verify ? {} : { rejectUnauthorized: false }),
  };
}

/** A copy whose key and passphrase neither `console.log` nor `JSON.stringify` shows. */
function discreet(tls: TlsOptions): TlsOptions {
  const { key, passphrase, ...open } = tls;
  return Object.defineProperties(open, {
    ...(key === undefined ? {} : { key: { value: key, enumerable: false } }),
    ...(passphrase === undefined ? {} : { passphrase: { value: passphrase, enumerable: false } }),
  });
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}
