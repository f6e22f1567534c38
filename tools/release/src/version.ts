/** Versions of packages: order, release line, next patch. */
import semver from 'semver';

/** Compares versions: negative if `a` precedes `b`; a prerelease precedes its release. */
export const compareVersions = (a: string, b: string): number => semver.compare(a, b);

/** The release line of a version: `1.44` for `1.44.2`. */
export function lineOf(version: string): string {
  return `${semver.major(version)}.${semver.minor(version)}`;
}

export function isPrerelease(version: string): boolean {
  return semver.prerelease(version) !== null;
}

export function nextPatch(version: string): string {
  return `${lineOf(version)}.${semver.patch(version) + 1}`;
}

/** The highest version. */
export function newest(versions: readonly string[]): string | undefined {
  return [...versions].sort(compareVersions).at(-1);
}

/** Whether a range includes a version. */
export function accepts(range: string, version: string): boolean {
  return semver.satisfies(version, range, { includePrerelease: true });
}
