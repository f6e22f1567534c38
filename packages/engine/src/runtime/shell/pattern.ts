/** Patterns of the shell, such as `*.txt` and `[a-c]?`. */
import { LinearExpression } from '../../values/linear-expression.js';

/** Converts a pattern to a regular expression that matches a whole string. */
export function patternExpression(pattern: string): LinearExpression {
  return new LinearExpression(`^${patternSource(pattern)}$`, { isDotAll: true });
}

/** Escapes a string that is no pattern. */
export function escapePattern(text: string): string {
  return text.replaceAll(/[\\*?[\]]/g, '\\$&');
}

/** Converts a pattern to the source of a regular expression. Patterns are short, and this takes linear time. */
export function patternSource(pattern: string): string {
  let source = '';
  for (let index = 0; index < pattern.length; index += 1) {
    const letter = pattern[index] ?? '';
    if (letter === '*') {
      // Several stars mean one; a repeated `.*` would take very long.
      if (pattern[index - 1] !== '*' || pattern[index - 2] === '\\') source += '.*';
    } else if (letter === '?') source += '.';
    else if (letter === '\\') {
      index += 1;
      source += literal(pattern[index] ?? '\\');
    } else if (letter === '[') {
      const end = pattern.indexOf(']', index + 2);
      if (end < 0) source += '\\[';
      else {
        source += `[${pattern
          .slice(index + 1, end)
          .replace(/^!/, '^')
          .replaceAll(/[\\[]/g, '\\$&')}]`;
        index = end;
      }
    } else source += literal(letter);
  }
  return source;
}

function literal(letter: string): string {
  return /[\w\s]/.test(letter) ? letter : letter.replaceAll(/[.+^${}()|[\]\\*?/-]/g, '\\$&');
}
