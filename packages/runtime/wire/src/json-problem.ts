/** What engines say about a text that is not JSON. */
import { jsonSyntaxError } from './json-syntax-error.js';

const endMessage = 'invalid JSON: unexpected EOF';

/** Longer texts are not searched for their error, which takes more time than parsing them. */
const maxScannedLength = 1_048_576;

/**
 * Returns the message for an error of `JSON.parse`. It contains the first wrong character of the text, as
 * those of engines do, and never more, since the text may contain secrets.
 *
 * @param error what `JSON.parse` threw
 * @param text what it was called with
 */
export function jsonProblem(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : '';
  const [, position] = /at position (\d+)/.exec(message) ?? [];
  if (/^Unexpected non-whitespace character after JSON/.test(message)) return 'unexpected content after JSON';
  if (text.length > maxScannedLength) {
    const isCut = position === undefined ? /^Unexpected end of JSON/.test(message) : Number(position) >= text.length;
    return isCut ? endMessage : 'invalid JSON';
  }
  const problem = jsonSyntaxError(text);
  return problem === undefined ? endMessage : `invalid JSON: ${problem}`;
}
