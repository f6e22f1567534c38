/** Pairs of a name and a text, as queries, forms and cookies have them. */
import { decodePath } from '../../route/match.js';

export interface Pair {
  readonly name: string;
  /** The text, still percent-encoded, since a separator of a style counts only if it is not. */
  readonly text: string;
}

/** Splits a query or the body of a form. */
export function queryPairs(query: string): readonly Pair[] {
  return pairsOf(query.replaceAll('+', '%20').split('&'));
}

/** Splits the header `Cookie`. */
export function cookiePairs(header: string | undefined): readonly Pair[] {
  return header === undefined
    ? []
    : pairsOf(header.split(';').map((part) => part.trim().replace(/^([^=]*=)"(.*)"$/, '$1$2')));
}

function pairsOf(parts: readonly string[]): readonly Pair[] {
  return parts.flatMap((part) => {
    if (part === '') return [];
    const equals = part.indexOf('=');
    return equals < 0
      ? [{ name: decoded(part), text: '' }]
      : [{ name: decoded(part.slice(0, equals)), text: part.slice(equals + 1) }];
  });
}

/** Decodes percent-encoded text; text that is not well-formed remains as it is. */
export function decoded(text: string): string {
  return decodePath(text) ?? text;
}
