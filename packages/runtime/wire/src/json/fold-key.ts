/** Comparison of JSON keys as in Go's `encoding/json`, which engines use. */

/**
 * Returns the folded form of a key. Keys with the same folded form name the same property of an engine: ASCII letters
 * are folded in any case, and the two other characters that Unicode folds into ASCII, `ſ` (U+017F) into `s` and the
 * Kelvin sign (U+212A) into `k`. Names of the contract are ASCII, so that the rest of Unicode's case folding does not
 * matter.
 */
export function foldKey(key: string): string {
  // `toLowerCase` converts the Kelvin sign to `k`; the long s is a lower-case letter.
  const lower = key.toLowerCase();
  return lower.includes('\u017f') ? lower.replaceAll('\u017f', 's') : lower;
}
