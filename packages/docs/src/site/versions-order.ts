/** Orders versions from the oldest to the newest. */

/** Returns a negative number if `a` is older than `b`. */
export function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
