/** What engines say about a text that is not JSON. */

/**
 * Returns the message for an error of `JSON.parse`. It never contains the text, which may contain secrets.
 *
 * @param error what `JSON.parse` threw
 */
export function jsonProblem(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (/^Unexpected non-whitespace character after JSON/.test(message)) return 'unexpected content after JSON';
  if (/^Unexpected end of JSON|^Unterminated/.test(message)) return 'invalid JSON: unexpected EOF';
  return 'invalid JSON';
}
