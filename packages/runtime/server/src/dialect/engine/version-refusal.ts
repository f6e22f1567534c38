/** The messages of engines for versions that they do not serve. */
import { compareVersions } from '@lading/runtime-wire';
import type { VersionRange } from '../dialect.js';

/** Returns undefined for a version within the range, which the next newer one serves. */
export function versionRefusal(version: string, { lowest, highest }: VersionRange): string | undefined {
  if (compareVersions(version, highest) > 0) {
    return `client version ${version} is too new. Maximum supported API version is ${highest}`;
  }
  if (compareVersions(version, lowest) < 0) {
    return (
      `client version ${version} is too old. Minimum supported API version is ${lowest}, ` +
      'please upgrade your client to a newer version'
    );
  }
  return undefined;
}
