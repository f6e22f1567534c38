/** Finds numbers in JSON text that a double may not represent exactly: with many digits, or an exponent. */

const long = /-?(?:\d[\d.]{15,}(?:[eE][+-]?\d+)?|\d[\d.]*[eE][+-]?\d+)/g;

// Digits of an identifier follow a quote or a letter, so this quickly shows that most texts have no such number.
const perhaps = /(?:^|[[:,\s-])(?:\d[\d.]{15}|\d[\d.]*[eE][+-]?\d+\s*(?:[,\]}]|$))/;

/** Whether a text may have such a number. */
export function hasLongNumbers(text: string): boolean {
  return perhaps.test(text);
}

/**
 * Returns the same JSON with a string in place of each such number.
 *
 * @param text valid JSON
 */
export function withLongNumbersQuoted(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  // A position outside of all strings, which each match advances.
  let at = 0;
  for (const { 0: number, index } of text.matchAll(long)) {
    for (let open = text.indexOf('"', at); open !== -1 && open < index; open = text.indexOf('"', at)) {
      at = endOfString(text, open);
    }
    if (at > index) continue;
    parts.push(text.slice(copied, index), `"${number}"`);
    copied = at = index + number.length;
  }
  return parts.join('') + text.slice(copied);
}

/** Returns the position after the quote that ends a string, which an even number of backslashes precedes. */
function endOfString(text: string, open: number): number {
  for (let close = text.indexOf('"', open + 1); close !== -1; close = text.indexOf('"', close + 1)) {
    let start = close;
    while (text[start - 1] === '\\') start -= 1;
    if ((close - start) % 2 === 0) return close + 1;
  }
  return text.length;
}
