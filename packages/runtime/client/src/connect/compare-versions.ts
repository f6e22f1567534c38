/** The order of API versions. */

/** Negative when `a` is older than `b`: numbers between dots; what is missing or no number counts as 0. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [numbers(a), numbers(b)];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function numbers(version: string): readonly number[] {
  return version.split('.').map((part) => (/^\d{1,15}$/.test(part) ? Number(part) : 0));
}
