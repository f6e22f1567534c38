/** The user's credentials for registries, found as the vendor's command line finds them. */
import { CredentialError, InputError } from '../error/index.js';
import { authEntry, isLogin } from './auth-entry.js';
import { environmentConfig, readConfigFile, type CredentialConfig, type Environment } from './config-file.js';
import { helperGet, helperList } from './helper.js';
import type { HelperOptions } from './helper-program.js';
import { registryAuth, type RegistryAuth } from './registry-auth.js';
import { hostnameOf, registryKey } from './registry.js';

/** Where to look, and for how long. */
export interface CredentialOptions {
  /** The folder of `config.json`; by default `DOCKER_CONFIG`, else `~/.docker`. */
  readonly config?: string;
  /** Also the environment of helpers; by default `process.env`. */
  readonly env?: Environment;
  /** In milliseconds, for each run of a helper; by default 30 seconds. */
  readonly helperTimeout?: number;
  readonly signal?: AbortSignal;
}

/**
 * The credentials for an image's registry, or for a registry given by name (`ghcr.io`) or address (`https://ghcr.io`);
 * undefined if the user has none. In order: `DOCKER_AUTH_CONFIG`, then the one of `credHelpers`, `credsStore` and
 * `auths` that is responsible: where a helper is, `auths` adds only what helpers do not keep.
 *
 * @throws CredentialError when the configuration cannot be read or a helper fails: what might have credentials is never
 *   taken for none. It names the file or the helper and the registry, and holds no secret.
 * @throws InputError for an image or registry that cannot be read.
 */
export async function credentialsFor(
  imageOrRegistry: string,
  options: CredentialOptions = {},
): Promise<RegistryAuth | undefined> {
  const key = registryKey(imageOrRegistry);
  const { env, config, helperOptions } = await prepare(options);
  const fromEnvironment = fromAuths(environmentConfig(env), key, true);
  if (fromEnvironment) return fromEnvironment;
  return fromConfig(config, key, helperOptions);
}

/**
 * All credentials of the user, by the registry's key: what a build takes as `X-Registry-Config`. Those of the
 * `credsStore` (or of `auths`, without one), then those of each of `credHelpers`, then those of `DOCKER_AUTH_CONFIG`.
 *
 * @throws CredentialError as `credentialsFor`, also if just one of the helpers fails.
 */
export async function allCredentials(options: CredentialOptions = {}): Promise<Readonly<Record<string, RegistryAuth>>> {
  const { env, config, helperOptions } = await prepare(options);
  const environment = environmentConfig(env);
  const keys = config.credsStore === '' ? config.auths.keys() : await helperList(config.credsStore, helperOptions);
  const found = new Map<string, RegistryAuth>();
  for (const key of new Set([...keys, ...config.credHelpers.keys()])) {
    const auth = await fromConfig(config, key, helperOptions);
    if (auth) found.set(key, auth);
  }
  for (const key of environment.auths.keys()) {
    const auth = fromAuths(environment, key, true);
    if (auth) found.set(key, auth);
  }
  return Object.fromEntries(found);
}

async function prepare(
  options: CredentialOptions,
): Promise<{ env: Environment; config: CredentialConfig; helperOptions: HelperOptions }> {
  const env = options.env ?? process.env;
  const timeout = options.helperTimeout ?? 30_000;
  // A timer of more milliseconds would fire at once.
  if (!(timeout > 0 && timeout < 2 ** 31)) {
    throw new InputError('TIMEOUT_INVALID', 'helperTimeout is a number of milliseconds above 0 and below 2^31.');
  }
  options.signal?.throwIfAborted();
  const config = await readConfigFile(env, options.config);
  return { env, config, helperOptions: { env, timeout, signal: options.signal } };
}

async function fromConfig(
  config: CredentialConfig,
  key: string,
  options: HelperOptions,
): Promise<RegistryAuth | undefined> {
  const helper = config.credHelpers.get(key) ?? (config.credHelpers.has(key) ? '' : config.credsStore);
  if (typeof helper !== 'string') {
    const message = `${config.source}: the entry of "credHelpers" for ${hostnameOf(key)} is not a text.`;
    throw new CredentialError('CONFIG_INVALID', message);
  }
  if (helper === '') return fromAuths(config, key, false);
  const login = await helperGet(helper, key, options);
  // What helpers do not keep stays in the file.
  const { email, registrytoken } = entryOf(config, key, false) ?? {};
  const auth = registryAuth({ ...login, email, registrytoken, serveraddress: key });
  return isLogin(auth) ? auth : undefined;
}

function fromAuths(config: CredentialConfig, key: string, exact: boolean): RegistryAuth | undefined {
  const auth = entryOf(config, key, exact);
  // A login that a helper keeps leaves an empty entry behind.
  return auth && isLogin(auth) ? auth : undefined;
}

/** The entry of the key itself; else, unless it has to be exact, the first whose key is an address of that host. */
function entryOf(config: CredentialConfig, key: string, exact: boolean): RegistryAuth | undefined {
  const address = exact ? undefined : [...config.auths.keys()].find((other) => hostnameOf(other) === key);
  const entry = config.auths.has(key) ? key : address;
  return entry === undefined ? undefined : authEntry(config.source, entry, config.auths.get(entry));
}
