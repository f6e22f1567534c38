/** Quoted texts that go on in lines not indented as far as YAML asks: some published documents have them. */
import { YAMLParseError } from 'yaml';

/** How many letters all tries together may read: some hundred slips in a document as they are published. */
const MOST = 32 * 1024 * 1024;

/**
 * Parses, and where a quoted text is refused for the indentation of its further lines, indents those and tries again,
 * as lenient parsers read it. The blanks at the begin of such a line are no part of the text, so no value changes,
 * and lines keep their numbers.
 *
 * @throws what the parser throws of the text as it was given
 */
export function parseFolded<T>(text: string, parse: (text: string) => T): T {
  let indented = text;
  let first: unknown;
  for (let left = MOST; first === undefined || left > 0; left -= text.length) {
    try {
      return parse(indented);
    } catch (error) {
      first ??= error;
      const next = indentedAt(error, indented);
      if (next === undefined) break;
      indented = next;
    }
  }
  throw first;
}

/** With the further lines of the text that the error speaks of indented; undefined where it speaks of something else. */
function indentedAt(error: unknown, text: string): string | undefined {
  if (!(error instanceof YAMLParseError) || error.code !== 'MISSING_CHAR') return undefined;
  const quote = /^Missing closing (["'])/.exec(error.message)?.[1];
  const begin = text.indexOf('\n', error.pos[0]) + 1;
  const end = quote === undefined || begin === 0 ? -1 : closing(quote, text, begin);
  // A line that ends the document ends the text too, unclosed.
  if (end === -1 || /^(---|\.\.\.)\s/m.test(text.slice(begin, end))) return undefined;
  // As far as the line above is long: deeper than whatever the text belongs to.
  const deeper = ' '.repeat(begin - 1 - text.lastIndexOf('\n', begin - 2));
  return text.slice(0, begin) + text.slice(begin, end).replace(/^/gm, deeper) + text.slice(end);
}

function closing(quote: string, text: string, from: number): number {
  let at = text.indexOf(quote, from);
  while (at !== -1 && isEscaped(quote, text, at)) at = text.indexOf(quote, quote === '"' ? at + 1 : at + 2);
  return at;
}

function isEscaped(quote: string, text: string, at: number): boolean {
  if (quote === "'") return text[at + 1] === "'";
  let before = at;
  while (text[before - 1] === '\\') before -= 1;
  return (at - before) % 2 === 1;
}
