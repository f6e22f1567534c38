/** Finds the ends of values in a JSON text. */

export const [quote, comma, colon, backslash, space] = [0x22, 0x2c, 0x3a, 0x5c, 0x20];
export const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Returns a text with a character for each byte of its UTF-8. */
export function latin1Of(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** Returns the position behind a value, whatever it contains; -1 if it does not end, or if there is none. */
export function endOfValue(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === quote) {
    // Most values are strings without escapes.
    const end = text.indexOf('"', start + 1);
    if (end > 0 && text.charCodeAt(end - 1) !== backslash) return end + 1;
  }
  if (first !== openObject && first !== openArray && first !== quote) return endOfScalar(text, start);
  const { length } = text;
  let at = start;
  let depth = 0;
  do {
    const code = text.charCodeAt(at);
    at += 1;
    if (code === quote) at = endOfString(text, at);
    else if (code === openObject || code === openArray) depth += 1;
    else if (code === closeObject || code === closeArray) depth -= 1;
  } while (depth > 0 && at < length);
  return depth === 0 && at <= length ? at : -1;
}

function endOfScalar(text: string, start: number): number {
  let at = start;
  let code = text.charCodeAt(at);
  // Most characters are digits.
  while ((code > comma && code < colon) || (!isEnd(code) && at < text.length)) code = text.charCodeAt((at += 1));
  return at === start ? -1 : at;
}

/** Returns the position behind the quote that ends a string: searching it is faster than reading each character. */
function endOfString(text: string, start: number): number {
  const end = text.indexOf('"', start);
  if (end < 0) return text.length + 1;
  if (text.charCodeAt(end - 1) !== backslash) return end + 1;
  let at = start;
  while (at < text.length && text.charCodeAt(at) !== quote) at += text.charCodeAt(at) === backslash ? 2 : 1;
  return at + 1;
}

function isEnd(code: number): boolean {
  return code <= space || code === comma || code === colon || code === closeArray || code === closeObject;
}
