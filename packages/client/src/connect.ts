/** Connects with the newest generated client that the engine supports. */
import { compareVersions, findEngine, pinnedVersion, VersionError, type ConnectOptions } from '@lading/runtime-client';
import { clients } from '../gen/clients.js';
import type { Engine } from '../gen/engine.js';

/** Where the engine is, and which API version to use. */
export interface ConnectAnyOptions extends ConnectOptions {
  /** The version to use; by default the newest that both sides support. Takes precedence over `DOCKER_API_VERSION`. */
  readonly version?: Engine['version'];
}

/**
 * Finds the engine, asks once which versions it serves, and returns the client of the newest version that both sides
 * support.
 *
 * @throws ConnectionError when no engine responds
 * @throws VersionError when there is no common version, or when the requested one is not generated or not served
 */
export function connect<Version extends Engine['version']>(
  options: ConnectAnyOptions & { readonly version: Version },
): Promise<Extract<Engine, { readonly version: Version }>>;
export function connect(options?: ConnectAnyOptions): Promise<Engine>;
export async function connect({ version, ...options }: ConnectAnyOptions = {}): Promise<Engine> {
  const wanted = version ?? pinnedVersion(options.env);
  const versions = Object.keys(clients).sort(compareVersions);
  if (wanted !== undefined && !versions.includes(wanted)) {
    const source = version === undefined ? 'DOCKER_API_VERSION' : 'The option "version"';
    throw new VersionError(`${source} asks for ${wanted}, but the clients here speak ${versions.join(' and ')}.`);
  }
  const { target, version: spoken } = await findEngine(wanted === undefined ? versions : [wanted], options);
  return clients[spoken as Engine['version']](target, options);
}
