/** The messages of engines for versions that they do not serve. */
import { compareVersions } from './compare-versions.js';

/**
 * Returns why a version is not served, in the words of engines; undefined for a version within the range.
 *
 * @param range the lowest and the highest version that are served
 */
export function versionRefusal(
  version: string,
  { lowest, highest }: { readonly lowest: string; readonly highest: string },
): string | undefined {
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
