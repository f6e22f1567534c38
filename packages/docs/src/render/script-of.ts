/** Serializes data as a script, because pages opened from the file system cannot fetch JSON. */

/** Returns a script that sets a property of `window`. Browsers parse JSON in a string faster than a literal. */
export function scriptOf(name: string, data: unknown): string {
  const json = JSON.stringify(data)
    .replace(/[\\']/g, '\\$&')
    .replace(/\u2028|\u2029/g, ' ');
  return `window.${name}=JSON.parse('${json}');\n`;
}
