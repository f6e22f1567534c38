/** Numbers in JSON text that a double may not hold as they are written: with many digits, or an exponent. */

const long = /-?(?:\d[\d.]{15,}(?:[eE][+-]?\d+)?|\d[\d.]*[eE][+-]?\d+)/g;

// Digits of an identifier stand behind a quote or a letter: most texts are told at a glance to have no such number.
const perhaps = /(?:^|[[:,\s-])(?:\d[\d.]{15}|\d[\d.]*[eE][+-]?\d+\s*(?:[,\]}]|$))/;

/** Whether there may be one. */
export function hasLongNumbers(text: string): boolean {
  return perhaps.test(text);
}

/**
 * The same JSON with a text in place of each such number.
 *
 * @param text valid JSON
 */
export function withLongNumbersQuoted(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  // A place outside of all texts; each match leads it on.
  let at = 0;
  for (const { 0: number, index } of text.matchAll(long)) {
    for (let open = text.indexOf('"', at); open !== -1 && open < index; open = text.indexOf('"', at)) {
      at = endOfText(text, open);
    }
    if (at > index) continue;
    parts.push(text.slice(copied, index), `"${number}"`);
    copied = at = index + number.length;
  }
  return parts.join('') + text.slice(copied);
}

/** Behind the quote that ends a text: one that an even number of backslashes precedes. */
function endOfText(text: string, open: number): number {
  for (let close = text.indexOf('"', open + 1); close !== -1; close = text.indexOf('"', close + 1)) {
    let start = close;
    while (text[start - 1] === '\\') start -= 1;
    if ((close - start) % 2 === 0) return close + 1;
  }
  return text.length;
}
