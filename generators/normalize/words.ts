/** How names are made of words, the same for shapes without a name and for operations. */

/** `shared-size` → `SharedSize`; letters and digits of any script stay, all else separates words. */
export function pascal(text: string): string {
  return text
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** `PutArchive` → `putArchive` */
export function camel(text: string): string {
  const word = pascal(text);
  return word.charAt(0).toLowerCase() + word.slice(1);
}

/** One of many: `Preferences` → `Preference`; words that are no plural get `Item`. */
export function singular(word: string): string {
  if (/ies$/.test(word)) return word.replace(/ies$/, 'y');
  if (/(ch|sh|ss|x)es$/.test(word)) return word.replace(/es$/, '');
  if (/[^suia]s$/i.test(word)) return word.slice(0, -1);
  return `${word}Item`;
}

/** The words of an identifier: `GetPluginPrivileges` → `Get`, `Plugin`, `Privileges`. */
export function wordsOf(identifier: string): readonly string[] {
  return pascal(identifier).match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[^\p{Lu}]+/gu) ?? [];
}
