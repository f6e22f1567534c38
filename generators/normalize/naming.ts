/** Names of inline schemas and operations. */

/** Converts to PascalCase: `shared-size` → `SharedSize`. Any character but letters and digits of any script separates words. */
export function pascalCase(text: string): string {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** Returns the singular of a noun: `Preferences` → `Preference`; appends `Item` to a word that is no plural. */
export function singular(word: string): string {
  if (/ies$/.test(word)) return word.replace(/ies$/, 'y');
  if (/(ch|sh|ss|x)es$/.test(word)) return word.replace(/es$/, '');
  if (/[^suia]s$/i.test(word)) return word.slice(0, -1);
  return `${word}Item`;
}
