/** The newest generated client that the engine speaks. */
import { compareVersions, findEngine, pinnedVersion, VersionError, type ConnectOptions } from '@lading/runtime-client';
import { clients } from '../gen/clients.js';
import type { Engine } from '../gen/engine.js';

/** Where the engine is, and which version to speak with it. */
export interface ConnectAnyOptions extends ConnectOptions {
  /** Instead of the newest that both sides speak; goes before `DOCKER_API_VERSION`. */
  readonly version?: Engine['version'];
}

/**
 * Finds the engine, asks once what it serves, and gives the newest client that both sides speak.
 *
 * @throws ConnectionError when nobody answers
 * @throws VersionError when there is no common version, or the one asked for is not generated or not served
 */
export function connect<Version extends Engine['version']>(
  options: ConnectAnyOptions & { readonly version: Version },
): Promise<Extract<Engine, { readonly version: Version }>>;
export function connect(options?: ConnectAnyOptions): Promise<Engine>;
export async function connect({ version, ...options }: ConnectAnyOptions = {}): Promise<Engine> {
  const wanted = version ?? pinnedVersion(options.env);
  const versions = Object.keys(clients).sort(compareVersions);
  if (wanted !== undefined && !versions.includes(wanted)) {
    const whose = version === undefined ? 'DOCKER_API_VERSION asks' : 'The option "version" asks';
    throw new VersionError(`${whose} for ${wanted}, and the clients here speak ${versions.join(' and ')}.`);
  }
  const { target, version: spoken } = await findEngine(wanted === undefined ? versions : [wanted], options);
  return clients[spoken as Engine['version']](target, options);
}
