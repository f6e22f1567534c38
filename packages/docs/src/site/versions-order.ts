/** Versions in the order in which they came. */

/** Below zero when `a` came before `b`. */
export function byAge(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
