/** The order of API versions. */

/**
 * Negative when `a` is older than `b`. As engines compare: number by number between the dots; what is missing or no number
 * counts as 0.
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
