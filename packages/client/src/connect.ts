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
import type { Engine, EngineByVersion } from '../gen/engine.js';
import { checkOptions } from './check-options.js';
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
 * newest version (`engine.apiVersion`); the process emits a warning `NEAREST_VERSION`.
 *
 * @throws InputError for unknown and invalid options; ConnectionError when no engine responds
 * @throws VersionError when there is no common version, or when the requested one is not generated or not served
 */
export async function connect<Version extends Engine['version'] = Engine['version']>(
  options: ConnectAnyOptions<Version> = {},
): Promise<EngineOf<Version>> {
  checkOptions({ ...options });
  const { version, unsupported = 'refuse', retries = 0, middleware = [], ...connection } = options;
  const wanted = version ?? pinnedVersion(options.env);
  const versions = Object.keys(clients).sort(compareVersions);
  if (wanted !== undefined && !versions.includes(wanted)) {
    const source = version === undefined ? 'DOCKER_API_VERSION' : 'The option "version"';
    throw new VersionError(`${source} asks for ${wanted}, but the clients here speak ${versions.join(' and ')}.`);
  }
  const search = await findSocket(connection);
  const place = search?.host === undefined ? connection : { ...connection, host: search.host };
  const wantedVersions = wanted === undefined ? versions : [wanted];
  const { target, version: spoken } = await findEngine(wantedVersions, {
    ...place,
    ...(wanted === undefined && { oldestEngine }),
  }).catch((error: unknown) => {
    throw withPlaces(error, search);
  });
  const around = [
    ...middleware,
    versionGuard(target.apiVersion ?? spoken, unsupported),
    ...(retries > 0 ? [retry({ attempts: retries + 1 })] : []),
  ];
  if (target.apiVersion !== undefined) warnOfNearest(target.address, target.apiVersion, spoken);
  const engine = await clients[spoken as Engine['version']](target, { ...connection, middleware: around });
  return engine as EngineOf<Version>;
}

function warnOfNearest(address: string, apiVersion: string, version: string): void {
  const message = `The engine at ${address} speaks API version ${apiVersion}; the client of ${version} is the nearest one. Properties of its responses may be missing.`;
  process.emitWarning(message, { type: 'LadingWarning', code: 'NEAREST_VERSION' });
}
