/** Selects the version to use with an engine, and rejects engines that serve none of the client's versions. */
import { compareVersions } from '@lading/runtime-wire';
import { VersionError } from '../error/index.js';
import { type Fetch, type ServedVersions, servedVersions } from './negotiate.js';

/** The version of the client to use, and the version in the paths of its requests. */
export interface ChosenVersion {
  readonly version: string;
  readonly apiVersion: string;
}

/**
 * Chooses the newest of the client's versions that the engine serves. An engine that is older than all of them is served
 * by the nearest one, in the newest version of the engine.
 *
 * @param oldestEngine the lowest version of an engine that is older than all versions of the client; by default there is none
 * @param pinnedBy what requires the version, if it is not the client
 * @throws VersionError as `assertServes`
 */
export async function chooseVersion(
  ours: readonly string[],
  served: ServedVersions,
  fetch: Fetch,
  oldestEngine?: string,
  pinnedBy?: string,
): Promise<ChosenVersion> {
  const [nearest] = [...ours].sort(compareVersions);
  const { apiVersion } = served;
  const isOlder = nearest !== undefined && compareVersions(apiVersion, nearest) < 0;
  if (isOlder && oldestEngine !== undefined && compareVersions(apiVersion, oldestEngine) >= 0) {
    return { version: nearest, apiVersion };
  }
  const sentenceOf = (theirs: string) =>
    `${pinnedBy} asks for ${nearest}, but the engine serves ${theirs}: ask for one of these, or for none.`;
  const version = await assertServes(ours, served, fetch, pinnedBy === undefined ? undefined : sentenceOf);
  return { version, apiVersion: version };
}

/**
 * Returns the newest of the client's versions that the engine serves.
 *
 * @param ours the versions that the client supports, at least one
 * @param served the result of `negotiate`; if it lacks the oldest version and that matters, `fetch` asks for it
 * @param sentenceOf another message, from the versions of the engine
 * @throws VersionError that names both ranges, when the engine serves none of the versions
 */
export async function assertServes(
  ours: readonly string[],
  served: ServedVersions,
  fetch: Fetch,
  sentenceOf?: (theirs: string) => string,
): Promise<string> {
  const mine = [...ours].sort(compareVersions);
  const [oldest, newest] = [mine[0], mine.at(-1)] as [string, string];
  const { apiVersion } = served;
  // A ping reports only the newest version; if that is the client's newest, the oldest does not matter.
  const min =
    served.minApiVersion ?? (apiVersion === newest ? undefined : (await servedVersions(fetch))?.minApiVersion);
  const spoken = mine.findLast(
    (version) => compareVersions(version, apiVersion) <= 0 && compareVersions(version, min ?? version) >= 0,
  );
  if (spoken !== undefined) return spoken;
  const theirs = range(min, apiVersion);
  const tooOld = compareVersions(oldest, apiVersion) > 0;
  const remedy = `${tooOld ? 'update the engine, or use the client of an older' : 'use the client of a newer'} version`;
  throw new VersionError(
    sentenceOf?.(theirs) ??
      `This client speaks version ${range(oldest, newest)} of the API, but the engine serves ${theirs}: ${remedy}.`,
  );
}

function range(from: string | undefined, to: string): string {
  if (from === undefined) return `up to ${to}`;
  return from === to ? to : `${from} to ${to}`;
}
