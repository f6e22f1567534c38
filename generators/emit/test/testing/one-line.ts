/** Code without its layout, for comparisons in which it does not matter. */
export function oneLine(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replaceAll(/([[({]) /g, '$1')
    .replaceAll(/ ([\])}])/g, '$1')
    .replaceAll(/,([\])}])/g, '$1')
    .trim();
}
