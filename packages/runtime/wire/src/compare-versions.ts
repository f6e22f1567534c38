/** The order of API versions. */

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
