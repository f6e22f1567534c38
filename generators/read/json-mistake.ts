/** Where a text stops being JSON, and what JSON's parser says of it. */

/**
 * The parser does not always say where it stopped, so the place is searched: what stands before a mistake can be gone on
 * with, and what holds it cannot.
 *
 * @param text what `JSON.parse` refuses
 * @returns `Expected ',' or '}' after property value at line 2, column 7`
 */
export function jsonMistake(text: string): string {
  let [before, behind] = [0, text.length];
  if (goesOn(text)) before = behind;
  while (behind - before > 1) {
    const middle = Math.floor((before + behind) / 2);
    if (goesOn(text.slice(0, middle))) before = middle;
    else behind = middle;
  }
  const lines = text.slice(0, before).split('\n');
  const words = complaintOf(text.slice(0, behind)) ?? '';
  // What surrounds it may be long, or secret.
  const said = words.replace(/( in JSON)? at position .*$|, (\.\.\.)?".*is not valid JSON$/s, '');
  return `${said} at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}

/** Whether something can follow with which it is JSON. */
function goesOn(beginning: string): boolean {
  const complaint = complaintOf(beginning);
  if (complaint === undefined || /^(Unexpected end of|Unterminated) /.test(complaint)) return true;
  return Number(/ at position (\d+)/.exec(complaint)?.[1]) === beginning.length;
}

function complaintOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
