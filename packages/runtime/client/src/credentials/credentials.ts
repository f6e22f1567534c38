/** Finds the user's credentials for registries, as the vendor's command line does. */
import { CredentialError, InputError } from '../error/index.js';
import { authEntry, isLogin } from './auth-entry.js';
import type { Environment } from '../connect/connect-options.js';
import { environmentConfig, readConfigFile, type CredentialConfig } from './config-file.js';
import { helperGet, helperList } from './helper.js';
import type { HelperOptions } from './helper-program.js';
import { registryAuth, type RegistryAuth } from './registry-auth.js';
import { hostnameOf, registryKey } from './registry.js';

/** The options for finding credentials. */
export interface CredentialOptions {
  /** The folder of `config.json`; by default `DOCKER_CONFIG`, else `~/.docker`. */
  readonly config?: string;
  /** The environment variables, also of helpers; by default `process.env`. */
  readonly env?: Environment;
  /** The time limit for each run of a helper in milliseconds; by default 30 000. */
  readonly helperTimeout?: number;
  readonly signal?: AbortSignal;
}

/**
 * Returns the credentials for an image's registry, or for a registry given by name (`ghcr.io`) or address
 * (`https://ghcr.io`); undefined if the user has none. The sources are `DOCKER_AUTH_CONFIG`, then `credHelpers`,
 * `credsStore` or `auths`: with a helper, `auths` adds only the properties that helpers do not store.
 *
 * @throws CredentialError when the configuration cannot be read or a helper fails, since there might be credentials. It
 *   names the file or the helper and the registry, and contains no secret.
 * @throws InputError for an invalid image or registry
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
 * Returns all credentials of the user by registry key, for `X-Registry-Config` of a build: those of the
 * `credsStore` (or of `auths`, without one), then those of each of `credHelpers`, then those of `DOCKER_AUTH_CONFIG`.
 *
 * @throws CredentialError as `credentialsFor` does, even if only one of the helpers fails
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
  // A timer with a longer time would fire at once.
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
    const message = `${config.source}: the entry of "credHelpers" for ${hostnameOf(key)} is not a string.`;
    throw new CredentialError('CONFIG_INVALID', message);
  }
  if (helper === '') return fromAuths(config, key, false);
  const login = await helperGet(helper, key, options);
  // Properties that helpers do not store are in the file.
  const { email, registrytoken } = entryOf(config, key, false) ?? {};
  const auth = registryAuth({ ...login, email, registrytoken, serveraddress: key });
  return isLogin(auth) ? auth : undefined;
}

function fromAuths(config: CredentialConfig, key: string, exact: boolean): RegistryAuth | undefined {
  const auth = entryOf(config, key, exact);
  // A login that a helper stores has an empty entry in the file.
  return auth && isLogin(auth) ? auth : undefined;
}

/** Returns the entry of a key; otherwise, unless `exact`, the first entry whose key is an address of that host. */
function entryOf(config: CredentialConfig, key: string, exact: boolean): RegistryAuth | undefined {
  const address = exact ? undefined : [...config.auths.keys()].find((other) => hostnameOf(other) === key);
  const entry = config.auths.has(key) ? key : address;
  return entry === undefined ? undefined : authEntry(config.source, entry, config.auths.get(entry));
}
