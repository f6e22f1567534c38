/** Plans a release: which packages, with which versions and tags, and why. The plan depends on contents only. */
import semver from 'semver';
import type { Difference } from './contents.js';
import { PublishError } from './npm.js';
import { dependenciesOf, lineOf, shared, type Package } from './workspace.js';

/** A package, with its published versions and tags. */
export interface Candidate {
  readonly package: Package;
  readonly versions: readonly string[];
  readonly tags: Readonly<Record<string, string>>;
  /** The difference between the newest published version of its line and the current content; undefined if there is none. */
  readonly difference: Difference | undefined;
}

type ReleaseReason = 'first' | 'raised' | 'changed' | 'unchanged';

export interface ReleaseStep {
  readonly package: Package;
  readonly reason: ReleaseReason;
  /** The newest published version of the release line. */
  readonly before: string | undefined;
  /** The version after the release: a new version, or the previous one if nothing changed. */
  readonly version: string;
  readonly difference: Difference | undefined;
  /** The tags to move to this version. */
  readonly tags: readonly string[];
}

/**
 * Plans a step for each candidate, in the same order.
 *
 * @throws PublishError VERSION_TAKEN for a changed prerelease, RANGE_TOO_OLD if the range of a package excludes the
 *   version of another package of the release
 */
export function planOf(candidates: readonly Candidate[]): readonly ReleaseStep[] {
  const steps = candidates.map(stepOf);
  const versions = new Map(steps.map((step) => [step.package.name, step.version]));
  for (const { package: one } of steps) {
    for (const [name, range] of dependenciesOf(one.manifest)) {
      const version = versions.get(name);
      if (version === undefined || semver.satisfies(version, range, { includePrerelease: true })) continue;
      throw new PublishError(
        'RANGE_TOO_OLD',
        `${one.folder}/package.json requires ${name} ${range}, which excludes ${version}; raise the range.`,
      );
    }
  }
  return steps;
}

/**
 * Selects the steps of groups, or all steps if no group is given.
 *
 * @throws PublishError UNKNOWN_GROUP, or NEEDS_GROUP if a package was built with an unpublished change of another group
 */
export function ofGroups(steps: readonly ReleaseStep[], groups: readonly string[]): readonly ReleaseStep[] {
  if (groups.length === 0) return steps;
  const existing = [...new Set(steps.map((step) => step.package.group))].sort();
  const unknown = groups.find((group) => !existing.includes(group));
  if (unknown !== undefined) {
    throw new PublishError('UNKNOWN_GROUP', `There is no group ${unknown}; there are ${existing.join(', ')}.`);
  }
  const chosen = steps.filter((step) => groups.includes(step.package.group));
  const left = new Map(
    steps.filter((step) => !chosen.includes(step) && isRelease(step)).map((step) => [step.package.name, step]),
  );
  for (const { package: one } of chosen.filter(isRelease)) {
    for (const name of dependenciesOf(one.manifest).keys()) {
      const other = left.get(name)?.package;
      if (other === undefined) continue;
      throw new PublishError(
        'NEEDS_GROUP',
        `${one.name} was built with ${name}, which changed too; release group ${other.group} with it.`,
      );
    }
  }
  return chosen;
}

/** Whether a step uploads a package. */
export function isRelease({ reason }: ReleaseStep): boolean {
  return reason !== 'unchanged';
}

/** The newest published version of a package's release line. */
export function currentOf({ manifest }: Package, versions: readonly string[]): string | undefined {
  return newest(versions.filter((version) => lineOf(version) === lineOf(manifest.version)));
}

function stepOf(candidate: Candidate): ReleaseStep {
  const { package: one, versions, difference } = candidate;
  const before = currentOf(one, versions);
  const [version, reason] = numberOf(one, before, versions, difference);
  const newTags = tagsOf(one.group, version, versions);
  const tags = Object.keys(newTags).filter((tag) => candidate.tags[tag] !== newTags[tag]);
  return { package: one, reason, before, version, difference, tags };
}

function numberOf(
  { name, folder, manifest }: Package,
  before: string | undefined,
  versions: readonly string[],
  difference: Difference | undefined,
): [string, ReleaseReason] {
  if (before === undefined) return [manifest.version, versions.length === 0 ? 'first' : 'raised'];
  if (difference !== undefined && isEmpty(difference)) return [before, 'unchanged'];
  if (semver.gt(manifest.version, before)) return [manifest.version, 'changed'];
  if (semver.prerelease(before) !== null) {
    throw new PublishError(
      'VERSION_TAKEN',
      `${name} ${before} is published with another content; raise the version in ${folder}/package.json.`,
    );
  }
  return [semver.inc(before, 'patch') ?? before, 'changed'];
}

function isEmpty({ added, changed, removed }: Difference): boolean {
  return added.length + changed.length + removed.length === 0;
}

/**
 * The tags of a package after the release. A tag `v1.41` is impossible: npm interprets it as a range and rejects it.
 */
export function tagsOf(group: string, version: string, versions: readonly string[]): Readonly<Record<string, string>> {
  const all = [...versions, version];
  const stable = newest(all.filter((one) => semver.prerelease(one) === null));
  return {
    ...(stable !== undefined && { latest: stable }),
    [channelOf(group, version)]: version,
  };
}

/** The tag with which a version is uploaded: `latest` moves only after all packages of a release are uploaded. */
export function channelOf(group: string, version: string): string {
  if (semver.prerelease(version) !== null) return 'next';
  return `${group === shared ? 'release' : 'api'}-${lineOf(version)}`;
}

/** The highest version. */
const newest = (versions: readonly string[]): string | undefined => semver.sort([...versions]).at(-1);
