/** What engines say about a text that is not JSON. */

/**
 * Returns the message for an error of `JSON.parse`. It never contains the text, which may contain secrets.
 *
 * @param error what `JSON.parse` threw
 * @param text what it was called with
 */
export function jsonProblem(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : '';
  const [, position] = /at position (\d+)/.exec(message) ?? [];
  if (/^Unexpected non-whitespace character after JSON/.test(message)) return 'unexpected content after JSON';
  const isCut = position !== undefined && Number(position) >= text.trimEnd().length;
  if (isCut || /^Unexpected end of JSON|^Unterminated/.test(message)) return 'invalid JSON: unexpected EOF';
  return 'invalid JSON';
}
