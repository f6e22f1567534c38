/** Orders names as readers expect them: regardless of case, numbers by their value, so that versions go from the oldest to the newest. */

const collator = new Intl.Collator('en', { numeric: true });

/** Returns a negative number if `a` comes before `b`. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b);
}
