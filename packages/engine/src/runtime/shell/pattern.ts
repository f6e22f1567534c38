/** Patterns of the shell, such as `*.txt` and `[a-c]?`. */
import { LinearExpression } from '../../values/linear-expression.js';

/** Converts a pattern to a regular expression that matches a whole string. */
export function patternExpression(pattern: string): LinearExpression {
  return new LinearExpression(`^${patternSource(pattern)}$`, { isDotAll: true });
}

/** Escapes a string that is no pattern. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\*?[\]@+!()|]/g, '\\$&');
}

/** Whether a text matches more than itself. */
export function isPattern(text: string): boolean {
  return /(?<!\\)(?:[*?[]|[@+!]\()/.test(text);
}

/** Converts a pattern to the source of a regular expression. Patterns are short, and this takes linear time. */
export function patternSource(pattern: string): string {
  let source = '';
  for (let index = 0; index < pattern.length; index += 1) {
    const letter = pattern[index] ?? '';
    const choices = pattern[index + 1] === '(' && '?*+@!'.includes(letter) ? choicesAt(pattern, index + 2) : undefined;
    if (choices !== undefined) {
      if (letter === '!') throw new Error(`${pattern}: !(…) is not supported`);
      source += `(?:${choices.texts.map(patternSource).join('|')})${letter === '@' ? '' : letter}`;
      index = choices.end;
    } else if (letter === '*') {
      // Several stars mean one; a repeated `.*` would take very long.
      if (pattern[index - 1] !== '*' || pattern[index - 2] === '\\') source += '.*';
    } else if (letter === '?') source += '.';
    else if (letter === '\\') {
      index += 1;
      source += literal(pattern[index] ?? '\\');
    } else if (letter === '[') {
      const end = bracketEnd(pattern, index);
      if (end < 0) source += '\\[';
      else {
        source += bracketSource(pattern.slice(index + 1, end));
        index = end;
      }
    } else source += literal(letter);
  }
  return source;
}

/** In longer ones, choices are text: each is looked for to the end. */
const maxLength = 10_000;

/** Returns the choices of `@(a|b)`; undefined without a closing parenthesis. */
function choicesAt(
  pattern: string,
  start: number,
): { readonly texts: readonly string[]; readonly end: number } | undefined {
  if (pattern.length > maxLength) return undefined;
  const texts = [''];
  let depth = 0;
  for (let index = start; index < pattern.length; index += 1) {
    const letter = pattern[index] ?? '';
    if (letter === ')' && depth === 0) return { texts, end: index };
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === '|' && depth === 0) texts.push('');
    else texts[texts.length - 1] += letter === '\\' ? pattern.slice(index, (index += 1) + 1) : letter;
  }
  return undefined;
}

/** Finds where a bracket ends: not at that of a class such as `[:digit:]`. */
function bracketEnd(pattern: string, start: number): number {
  let index = start + 1;
  if (/[!^]/.test(pattern[index] ?? '')) index += 1;
  if (pattern[index] === ']') index += 1;
  for (; index < pattern.length; index += 1) {
    if (pattern[index] === ']') return index;
    if (pattern[index] === '\\') index += 1;
    else if (pattern.startsWith('[:', index)) index = Math.max(index, pattern.indexOf(':]', index) + 1);
  }
  return -1;
}

function bracketSource(text: string): string {
  const isNegated = /^[!^]/.test(text);
  // A range from a later letter to an earlier one matches nothing.
  const ranges = text.replaceAll(/([^[\\])-([^\]\\])/g, (range, first: string, last: string) =>
    first > last ? '' : range,
  );
  const letters = (isNegated ? ranges.slice(1) : ranges).replaceAll(
    /\[:\w+:\]|\\(.)|[[\]^]/gs,
    (all, escaped?: string) => (all.startsWith('[:') ? all : literal(escaped ?? all)),
  );
  if (letters === '') return isNegated ? '.' : '[^\\x{0}-\\x{10FFFF}]';
  return `[${isNegated ? '^' : ''}${letters}]`;
}

function literal(letter: string): string {
  return /[\w\s]/.test(letter) ? letter : letter.replaceAll(/[.+^${}()|[\]\\*?/-]/g, '\\$&');
}
