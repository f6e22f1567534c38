/** The specification and its versions, read once for all test files of a worker. */
import type { Api } from 'lading/emitter';
import { Steps, normalize, readSpec, timelineOf, versionNamed, versionsOfSpec, withProductName } from 'lading/testing';
import { spec } from './paths.js';

/** The specification as read, with the product placeholder. */
export const specification: ReturnType<typeof readSpec> = readSpec(spec);

/** Every version, the base version first, with the product placeholder. */
export const versionsWithPlaceholder: ReturnType<typeof versionsOfSpec> = versionsOfSpec(specification);

/** Every version, the base version first, with the product's name. */
export const versions: typeof versionsWithPlaceholder = withProductName(versionsWithPlaceholder, specification.product);

/** The number by which versions of this API are ordered. */
export const minorOf = (version: string) => Number(version.slice(2));

/** The versions, the oldest first. */
export const versionsByAge: readonly string[] = versions
  .map(({ document }) => document.version)
  .sort((one, other) => minorOf(one) - minorOf(other));

export const oldest: string = versionsByAge[0] ?? '';
export const newest: string = versionsByAge.at(-1) ?? '';
export const base: string = versions.find((each) => each.extends === undefined)?.document.version ?? '';

/** The document of a version, with the product's name. */
export const documentOf = (version: string) => versionNamed(versions, version).document;

const apis = new Map<string, Api>();

/** The IR of a version. */
export function apiOf(version: string): Api {
  const api = apis.get(version) ?? normalize(documentOf(version));
  apis.set(version, api);
  return api;
}

let timeline: ReturnType<typeof timelineOf> | undefined;

/** Every version with its changes. */
export const comparedVersions = () => (timeline ??= timelineOf(versions, new Steps(() => undefined))).versions;
