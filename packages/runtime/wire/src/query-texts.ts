/** Takes a query apart as engines do: names and texts, nothing decided of what they mean. */
import { WireError } from './wire-error.js';

/** Names may be anything, so that this is an object without a prototype. */
export type QueryTexts = Record<string, string[]>;

/**
 * `a=1&b=2&a=3` → `{ a: ['1', '3'], b: ['2'] }`; also what a form posts. `+` is a space; bytes that are no UTF-8 become
 * the replacement character.
 * @throws WireError QUERY_INVALID for `%` without two digits and for `;`, which readers take for different things
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
 * Gives all names and texts of a query one by one, as {@link queryTexts}: for whoever knows which names it wants. The
 * question mark before the query is not part of it: another one belongs to the first name, as for engines.
 */
export function readQuery(query: string, take: (name: string, text: string) => void): void {
  let from = 0;
  while (from < query.length) {
    let to = query.indexOf('&', from);
    if (to < 0) to = query.length;
    if (to > from) {
      const equals = query.indexOf('=', from);
      const named = equals >= 0 && equals < to;
      const name = unescaped(query.slice(from, named ? equals : to));
      take(name, named ? unescaped(query.slice(equals + 1, to)) : '');
    }
    from = to + 1;
  }
}

const special = /[%+;]/;

function unescaped(text: string): string {
  if (!special.test(text)) return text;
  if (text.includes(';')) throw new WireError('QUERY_INVALID', 'invalid semicolon separator in query');
  const spaced = text.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return unescapedBytes(spaced);
  }
}

/** For what is no UTF-8. */
function unescapedBytes(text: string): string {
  const pieces = text.split('%');
  const bytes = pieces.map((piece, index) => {
    if (index === 0) return Buffer.from(piece);
    if (!/^[\da-f]{2}/i.test(piece)) throw new WireError('QUERY_INVALID', 'invalid URL escape in query');
    return Buffer.concat([Buffer.from([Number.parseInt(piece.slice(0, 2), 16)]), Buffer.from(piece.slice(2))]);
  });
  return Buffer.concat(bytes).toString('utf8');
}
