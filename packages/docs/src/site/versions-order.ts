/** Orders versions from the oldest to the newest. */

const collator = new Intl.Collator('en', { numeric: true });

/** Returns a negative number if `a` is older than `b`. */
export function compareVersions(a: string, b: string): number {
  return collator.compare(a, b);
}
