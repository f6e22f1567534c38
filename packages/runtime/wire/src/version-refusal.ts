/** The messages of engines for versions that they do not serve. */

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

/**
 * Compares API versions as engines do, number by number; a part that is missing or not a number counts as 0. The result
 * is negative if `a` is older than `b`.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.'), b.split('.')];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = numberOf(left[index]) - numberOf(right[index]);
    if (difference !== 0) return difference;
  }
  return 0;
}

function numberOf(part = ''): number {
  return /^\d{1,15}$/.test(part) ? Number(part) : 0;
}
