/** Which packages a release holds, under which numbers and tags, and why. Decided from contents alone. */
import { dependenciesOf } from './manifest.js';
import { PublishError } from './publish-error.js';
import type { Difference } from './content.js';
import { accepts, compareVersions, isPrerelease, lineOf, newest, nextPatch } from './version.js';
import { shared, type Package } from './workspace.js';

/** A package beside what the registry has of it. */
export interface Candidate {
  readonly package: Package;
  readonly versions: readonly string[];
  readonly tags: Readonly<Record<string, string>>;
  /** From the newest published version of its line to what would be published; nothing when there is none. */
  readonly difference: Difference | undefined;
}

export type Reason = 'first' | 'raised' | 'changed' | 'unchanged';

export interface Step {
  readonly package: Package;
  readonly reason: Reason;
  /** The newest published version of the line. */
  readonly before: string | undefined;
  /** What users have after the release: a new version, or the one before when nothing changed. */
  readonly version: string;
  readonly difference: Difference | undefined;
  /** The tags to set, which name other versions now. */
  readonly tags: readonly string[];
}

/**
 * A step for each candidate, in their order.
 *
 * @throws PublishError VERSION_TAKEN for a changed prerelease, RANGE_TOO_OLD when a package does not take the version
 *   of another that it is released with
 */
export function planOf(candidates: readonly Candidate[]): readonly Step[] {
  const steps = candidates.map(stepOf);
  const versions = new Map(steps.map((step) => [step.package.name, step.version]));
  for (const { package: one } of steps) {
    for (const [name, range] of dependenciesOf(one.manifest)) {
      const version = versions.get(name);
      if (version === undefined || accepts(range, version)) continue;
      throw new PublishError(
        'RANGE_TOO_OLD',
        `${one.folder}/package.json takes ${name} ${range}, which excludes ${version}; raise the range.`,
      );
    }
  }
  return steps;
}

/**
 * The steps of some groups; all of them when none is named.
 *
 * @throws PublishError UNKNOWN_GROUP, or NEEDS_GROUP when a package was built with what would stay unpublished
 */
export function ofGroups(steps: readonly Step[], groups: readonly string[]): readonly Step[] {
  if (groups.length === 0) return steps;
  const known = [...new Set(steps.map((step) => step.package.group))].sort();
  const unknown = groups.find((group) => !known.includes(group));
  if (unknown !== undefined) {
    throw new PublishError('UNKNOWN_GROUP', `There is no group ${unknown}; there are ${known.join(', ')}.`);
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

/** Whether a step uploads something. */
export function isRelease({ reason }: Step): boolean {
  return reason !== 'unchanged';
}

/** The newest published version of the line that a package is on. */
export function currentOf({ manifest }: Package, versions: readonly string[]): string | undefined {
  return newest(versions.filter((version) => lineOf(version) === lineOf(manifest.version)));
}

function stepOf(candidate: Candidate): Step {
  const { package: one, versions, difference } = candidate;
  const before = currentOf(one, versions);
  const [version, reason] = numberOf(one, before, versions, difference);
  const wanted = tagsOf(one.group, version, versions);
  const tags = Object.keys(wanted).filter((tag) => candidate.tags[tag] !== wanted[tag]);
  return { package: one, reason, before, version, difference, tags };
}

function numberOf(
  { name, folder, manifest }: Package,
  before: string | undefined,
  versions: readonly string[],
  difference: Difference | undefined,
): [string, Reason] {
  if (before === undefined) return [manifest.version, versions.length === 0 ? 'first' : 'raised'];
  if (difference !== undefined && isEmpty(difference)) return [before, 'unchanged'];
  if (compareVersions(manifest.version, before) > 0) return [manifest.version, 'changed'];
  if (isPrerelease(before)) {
    throw new PublishError(
      'VERSION_TAKEN',
      `${name} ${before} is published with another content; raise the version in ${folder}/package.json.`,
    );
  }
  return [nextPatch(before), 'changed'];
}

function isEmpty({ added, changed, removed }: Difference): boolean {
  return added.length + changed.length + removed.length === 0;
}

/**
 * The tags of a package after the release, as far as they are ours to set. A tag `v1.41` cannot be: npm takes it for a
 * range, and refuses it.
 */
export function tagsOf(group: string, version: string, versions: readonly string[]): Readonly<Record<string, string>> {
  const all = [...versions, version];
  const stable = newest(all.filter((one) => !isPrerelease(one)));
  return {
    ...(stable !== undefined && { latest: stable }),
    [channelOf(group, version)]: version,
  };
}

/** The tag that a version is uploaded under: nobody is given it by `latest` before all of a release is there. */
export function channelOf(group: string, version: string): string {
  if (isPrerelease(version)) return 'next';
  return `${group === shared ? 'release' : 'api'}-${lineOf(version)}`;
}
