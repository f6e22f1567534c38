/** Splits a query as engines do, into names and strings whose meaning is not decided here. */
import { WireError } from './wire-error.js';

/** The strings of a query by name. An object without a prototype, since names are arbitrary. */
export type QueryTexts = Record<string, string[]>;

/**
 * Collects the strings of a query, or of a posted form, by name: `a=1&b=2&a=3` → `{ a: ['1', '3'], b: ['2'] }`. `+` is
 * a space; bytes that are not UTF-8 become the replacement character.
 *
 * @throws WireError QUERY_INVALID for `%` without two digits and for `;`, which parsers interpret differently
 */
export function queryTexts(query: string, into: QueryTexts = Object.create(null) as QueryTexts): QueryTexts {
  readQuery(query.startsWith('?') ? query.slice(1) : query, (name, text) => {
    const texts = into[name];
    if (texts === undefined) into[name] = [text];
    else texts.push(text);
  });
  return into;
}

/**
 * Passes the names and strings of a query to a function one by one, for callers that need only some of the names. It
 * decodes as {@link queryTexts} does, but expects the query without its question mark: a question mark at the start
 * belongs to the first name, as in engines.
 */
export function readQuery(query: string, onParameter: (name: string, text: string) => void): void {
  let from = 0;
  while (from < query.length) {
    let to = query.indexOf('&', from);
    if (to < 0) to = query.length;
    if (to > from) {
      const equals = query.indexOf('=', from);
      const named = equals >= 0 && equals < to;
      const name = unescape(query.slice(from, named ? equals : to));
      onParameter(name, named ? unescape(query.slice(equals + 1, to)) : '');
    }
    from = to + 1;
  }
}

const special = /[%+;]/;

function unescape(text: string): string {
  if (!special.test(text)) return text;
  if (text.includes(';')) throw new WireError('QUERY_INVALID', 'invalid semicolon separator in query');
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return unescapeBytes(spaced);
  }
}

/** Decodes a string whose escapes are not UTF-8. */
function unescapeBytes(text: string): string {
  const pieces = text.split('%');
  const bytes = pieces.map((piece, index) => {
    if (index === 0) return Buffer.from(piece);
    if (!/^[\da-f]{2}/i.test(piece))
      throw new WireError('QUERY_INVALID', `invalid URL escape ${JSON.stringify(`%${piece.slice(0, 2)}`)}`);
    return Buffer.concat([Buffer.from([Number.parseInt(piece.slice(0, 2), 16)]), Buffer.from(piece.slice(2))]);
  });
  return Buffer.concat(bytes).toString('utf8');
}
