/** Connects with the newest generated client that the engine supports. */
import {
  compareVersions,
  findEngine,
  pinnedVersion,
  retry,
  VersionError,
  type ConnectOptions,
} from '@lading/runtime-client';
import { clients } from '../gen/clients.js';
import type { Engine, EngineByVersion } from './engine.js';
import { checkOptions } from './check-options.js';
import { withDockerodeNames, type DockerodeNames } from './dockerode-names.js';
import { withShortForms } from './engine.js';
import { findSocket, withPlaces } from './find-socket.js';
import { versionGuard, type UnsupportedInput } from './version-guard.js';

/** The lowest version of engines that the client of the oldest version serves. */
const oldestEngine = '1.25';

/** Where the engine is, and which API version to use. */
export interface ConnectAnyOptions<Version extends Engine['version'] = Engine['version']> extends ConnectOptions {
  /** The version to use; by default the newest that both sides support. Takes precedence over `DOCKER_API_VERSION`. */
  readonly version?: Version;
  /**
   * What happens to parameters and properties that the version of the engine does not have, and which it would ignore.
   * @default `refuse`
   */
  readonly unsupported?: UnsupportedInput;
  /**
   * How often a call that failed without harm is repeated: one that only reads and whose connection was lost, or that was
   * never sent. @default 0
   */
  readonly retries?: number;
}

/** The engine of a version; of any version if it is not known. One signature gives shorter errors than overloads. */
export type EngineOf<Version extends Engine['version']> = [Engine['version']] extends [Version]
  ? Engine
  : EngineByVersion[Version];

/**
 * Finds the engine, asks once which versions it serves, and returns the client of the newest version that both sides
 * support. An engine of 1.25 or later that is older than all clients is served by the oldest client, in the engine's own
 * newest version (`engine.apiVersion`), and a version of `DOCKER_API_VERSION` that has no client by the client of the next one;
 * the process emits a warning `NEAREST_VERSION`.
 *
 * @throws InputError for unknown and invalid options; ConnectionError when no engine responds
 * @throws VersionError when there is no common version, or when the requested one is not generated or not served
 */
export async function connect<Version extends Engine['version'] = Engine['version']>(
  options: ConnectAnyOptions<Version> = {},
): Promise<EngineOf<Version> & DockerodeNames> {
  checkOptions({ ...options });
  const { version, unsupported = 'refuse', retries = 0, middleware = [], ...connection } = options;
  const versions = Object.keys(clients).sort(compareVersions);
  const { wanted, ...pinned } = requestedVersion(version, options, versions);
  const search = await findSocket(connection);
  const place = search?.host === undefined ? connection : { ...connection, host: search.host };
  const wantedVersions = wanted === undefined ? versions : [wanted];
  const { target, version: spoken } = await findEngine(wantedVersions, {
    ...place,
    ...(wanted === undefined ? { oldestEngine } : pinned),
  }).catch((error: unknown) => {
    throw withPlaces(error, search);
  });
  const around = [
    ...middleware,
    versionGuard(target.apiVersion ?? spoken, unsupported),
    ...(retries > 0 ? [retry({ attempts: retries + 1 })] : []),
  ];
  if (target.apiVersion !== undefined) warnOfNearest(target.address, target.apiVersion, spoken, pinned.nearestClient);
  const engine = await clients[spoken as Engine['version']](target, { ...connection, middleware: around });
  return withDockerodeNames(withShortForms(engine)) as unknown as EngineOf<Version> & DockerodeNames;
}

/**
 * Returns the version that an option or the environment requires. As with the command line, a version in the environment need not
 * have a client of its own: the client of the next version knows all of its inputs, and refuses those that came later.
 */
function requestedVersion(version: string | undefined, { env }: ConnectOptions, versions: readonly string[]) {
  const wanted = version ?? pinnedVersion(env);
  const pinnedBy = version === undefined ? 'DOCKER_API_VERSION' : 'The option "version"';
  if (wanted === undefined || versions.includes(wanted)) return { wanted, pinnedBy };
  const isServed = version === undefined && compareVersions(wanted, oldestEngine) >= 0;
  const nearestClient = isServed ? versions.find((one) => compareVersions(one, wanted) > 0) : undefined;
  if (nearestClient !== undefined) return { wanted, pinnedBy, nearestClient };
  const served =
    version === undefined ? `serve ${oldestEngine} to ${versions.at(-1)}` : `speak ${versions.join(' and ')}`;
  throw new VersionError(`${pinnedBy} asks for ${wanted}, but the clients here ${served}.`);
}

function warnOfNearest(address: string, apiVersion: string, version: string, pinned: string | undefined): void {
  const reason = pinned === undefined ? `The engine at ${address} speaks` : 'DOCKER_API_VERSION asks for';
  const message = `${reason} API version ${apiVersion}; the client of ${version} is the nearest one. Properties of its responses may be missing.`;
  process.emitWarning(message, { type: 'LadingWarning', code: 'NEAREST_VERSION' });
}
