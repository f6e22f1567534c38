/** Compares the text of a JSON value, with a character for each byte, with values of rules. An absent value is the empty text. */
import { isDeepStrictEqual } from 'node:util';
import type { RuleValue } from '@lading/runtime-overlay';
import { parseAsText } from '@lading/runtime-wire/json';
import { backslash, latin1Of, space } from './json-text.js';

export function literalOf(value: RuleValue): string {
  return latin1Of(JSON.stringify(value));
}

/** Whether a value has one spelling, except for escapes and spaces: the properties of an object may be in any order. */
export function isComparable(value: RuleValue): boolean {
  return !/\\|\{"/.test(literalOf(value));
}

/** Returns what tells whether a text is a value that is comparable. */
export function equals(value: RuleValue): (text: string) => boolean {
  const literal = literalOf(value);
  return (text) => {
    if (text === literal) return true;
    let at = 0;
    while (at < text.length && text.charCodeAt(at) === literal.charCodeAt(at)) at += 1;
    const code = text.charCodeAt(at);
    return (code === backslash || code <= space) && isDeepStrictEqual(decoded(text), value);
  };
}

function decoded(text: string): unknown {
  try {
    return parseAsText(Buffer.from(text, 'latin1').toString());
  } catch {
    return undefined;
  }
}

/** Whether a value is neither absent nor null. */
export function isThere(text: string): boolean {
  return text !== '' && text !== 'null';
}

export const isEmptyString = equals('');
export const isEmptyArray = equals([]);
