/** Keys of JSON as Go's `encoding/json` compares them, in which engines are written. */

/**
 * Two keys that fold to one name the same property of an engine: letters of ASCII in any case, and the two others that
 * Unicode folds into ASCII, `ſ` (U+017F) into `s` and the Kelvin sign (U+212A) into `k`. Names of the contract are ASCII,
 * so that nothing else of Unicode's folding matters.
 */
export function foldKey(key: string): string {
  // The Kelvin sign has a lower case, `k`; the long s is lower case already.
  const lower = key.toLowerCase();
  return lower.includes('\u017f') ? lower.replaceAll('\u017f', 's') : lower;
}
