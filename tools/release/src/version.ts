/** Versions of packages: order, line, the next patch. */
import semver from 'semver';

/** Below zero when `a` comes before `b`; a prerelease comes before its release. */
export const compareVersions = (a: string, b: string): number => semver.compare(a, b);

/** `1.44` of `1.44.2`: what users of a version stay on. */
export function lineOf(version: string): string {
  return `${semver.major(version)}.${semver.minor(version)}`;
}

export function isPrerelease(version: string): boolean {
  return semver.prerelease(version) !== null;
}

export function nextPatch(version: string): string {
  return `${lineOf(version)}.${semver.patch(version) + 1}`;
}

/** The greatest of some versions. */
export function newest(versions: readonly string[]): string | undefined {
  return [...versions].sort(compareVersions).at(-1);
}

/** Whether a range takes a version. */
export function accepts(range: string, version: string): boolean {
  return semver.satisfies(version, range, { includePrerelease: true });
}
