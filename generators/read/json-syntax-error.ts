/** The place of a syntax error in JSON, with the message of the parser. */

/**
 * Finds the place of the error by bisection, because the parser does not always report it: a prefix without the error can be
 * completed to JSON, a prefix with it cannot.
 *
 * @param text a string that `JSON.parse` rejects
 * @returns `Expected ',' or '}' after property value at line 2, column 7`
 */
export function jsonSyntaxError(text: string): string {
  let [before, after] = [0, text.length];
  if (canBeCompleted(text)) before = after;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (canBeCompleted(text.slice(0, middle))) before = middle;
    else after = middle;
  }
  const lines = text.slice(0, before).split('\n');
  const message = parserMessage(text.slice(0, after)) ?? '';
  // The quoted surroundings may be long, or secret.
  const shortMessage = message.replace(/( in JSON)? at position .*|, (\.\.\.)?".*is not valid JSON/s, '');
  return `${shortMessage} at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}

/** Whether a prefix can be completed to JSON. */
function canBeCompleted(beginning: string): boolean {
  const message = parserMessage(beginning);
  if (message === undefined || /^(Unexpected end of|Unterminated) /.test(message)) return true;
  return Number(/ at position (\d+)/.exec(message)?.[1]) === beginning.length;
}

function parserMessage(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
