/** Orders versions: `1.9`, `1.10`. */

/**
 * Compares numeric parts by value, so that 1.9 is older than 1.10, and other parts alphabetically.
 *
 * @returns a negative number where `a` is the older version, a positive one where `b` is, and 0 where they are equal
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.'));
  for (let index = 0; index < Math.max(left?.length ?? 0, right?.length ?? 0); index += 1) {
    const [one = '0', other = '0'] = [left?.[index], right?.[index]];
    const difference = Number(one) - Number(other);
    if (Number.isNaN(difference) ? one !== other : difference !== 0)
      return Number.isNaN(difference) ? (one < other ? -1 : 1) : difference;
  }
  return 0;
}

/** Whether no version lies between two: their major numbers are equal, and their minor numbers differ by one. */
export function areAdjacent(a: string, b: string): boolean {
  const [[major, minor = NaN], [otherMajor, otherMinor = NaN]] = [numbers(a), numbers(b)];
  return major === otherMajor && Math.abs(minor - otherMinor) === 1;
}

function numbers(version: string): readonly number[] {
  return version.split('.').map(Number);
}
