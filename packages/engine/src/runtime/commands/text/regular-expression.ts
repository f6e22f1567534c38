/** Regular expressions of POSIX, with the extensions of the GNU C library, as those of RE2. All strings are bytes. */
import { LinearExpression } from '../../../values/linear-expression.js';
import { CommandError } from '../command.js';

const classes: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  blank: ' \\t',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`{-~',
  space: ' \\t\\n\\v\\f\\r',
  upper: 'A-Z',
  xdigit: '0-9A-Fa-f',
};

/**
 * @param extended whether groups and repetitions are written without backslashes
 * @throws CommandError if it is invalid, or has backward references
 */
export function posixExpression(pattern: string, extended: boolean, ignoresCase = false): LinearExpression {
  try {
    return new LinearExpression(posixSource(pattern, extended), { ignoresCase, isDotAll: true, isLongest: true });
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`bad regex '${pattern}': ${error instanceof Error ? error.message : String(error)}`);
  }
}

function posixSource(pattern: string, extended: boolean): string {
  const bad = (reason: string): CommandError => new CommandError(`bad regex '${pattern}': ${reason}`);
  let source = '';
  let depth = 0;
  /** Whether a repetition has something to repeat. */
  let isRepeatable = false;
  let hasRepetition = false;
  const atom = (text: string): void => {
    source += text;
    isRepeatable = true;
    hasRepetition = false;
  };
  for (let index = 0; index < pattern.length; index += 1) {
    const letter = pattern.charAt(index);
    const next = pattern.charAt(index + 1);
    if (letter === '[') {
      const end = bracketEnd(pattern, index);
      if (end < 0) throw bad('Unmatched [, [^, [:, [., or [=');
      atom(bracketSource(pattern.slice(index + 1, end)));
      index = end;
      continue;
    }
    // The operator that the letter is, in the words of an extended expression.
    let operator = '';
    if (letter === '\\') {
      if (next === '') throw bad('Trailing backslash');
      index += 1;
      if (!extended && '(){}|+?'.includes(next)) operator = next;
      else {
        escaped(next);
        continue;
      }
    } else if ('*.^$'.includes(letter) || (extended && '(){}|+?'.includes(letter))) operator = letter;
    switch (operator) {
      case '(':
        depth += 1;
        source += '(';
        isRepeatable = false;
        break;
      case ')':
        if (depth === 0) {
          if (!extended) throw bad('Unmatched ) or \\)');
          atom('\\)');
          break;
        }
        depth -= 1;
        atom(')');
        break;
      case '|':
        source += '|';
        isRepeatable = false;
        break;
      case '*':
      case '+':
      case '?':
        if (!isRepeatable) {
          if (operator === '*' && !extended) atom('\\*');
          else if (!extended) atom(`\\${operator}`);
          break;
        }
        // What is repeated twice may occur any number of times.
        source = hasRepetition ? source.replace(/(?:[*+?]|\{[\d,]+\})$/, '*') : source + operator;
        hasRepetition = true;
        break;
      case '{': {
        const [all = '', first = '', comma = '', last = ''] =
          (extended ? /^\{(\d*)(,?)(\d*)\}/ : /^\{(\d*)(,?)(\d*)\\\}/).exec(pattern.slice(index)) ?? [];
        if (all === '' || first + comma === '') {
          if (!extended) throw bad(all === '' ? 'Unmatched \\{' : 'Invalid preceding regular expression');
          atom('\\{');
          break;
        }
        if (hasRepetition) source = source.replace(/(?:[*+?]|\{[\d,]+\})$/, '*');
        else source += `{${first || '0'}${comma}${last}}`;
        hasRepetition = true;
        index += all.length - 1;
        break;
      }
      case '.':
        atom('.');
        break;
      case '^': {
        const isAnchor = extended || source === '' || /(?:\(|\|)$/.test(source);
        if (isAnchor) {
          source += '^';
          isRepeatable = false;
        } else atom('\\^');
        break;
      }
      case '$': {
        const rest = pattern.slice(index + 1);
        if (extended || rest === '' || rest.startsWith('\\)') || rest.startsWith('\\|')) source += '$';
        else atom('\\$');
        break;
      }
      default:
        atom(letter === '/' ? '/' : letter.replace(/[\\^$.*+?()[\]{}|]/, '\\$&'));
    }
  }
  if (depth > 0) throw bad('Unmatched ( or \\(');
  return source;

  function escaped(letter: string): void {
    if (/[1-9]/.test(letter)) throw bad('unsupported backward reference');
    if (letter === '<') source += '\\b';
    else if (letter === '>') source += '\\b';
    else if (letter === 'b' || letter === 'B') source += `\\${letter}`;
    else if (letter === '`') source += '^';
    else if (letter === "'") source += '$';
    else if ('wWsS'.includes(letter)) atom(`\\${letter}`);
    else if (letter === 'n') atom('\\n');
    else if (letter === 't') atom('\\t');
    else atom(letter.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&'));
  }
}

function bracketEnd(pattern: string, start: number): number {
  let index = start + 1;
  if (pattern[index] === '^') index += 1;
  if (pattern[index] === ']') index += 1;
  for (; index < pattern.length; index += 1) {
    if (pattern[index] === ']') return index;
    const kind = pattern[index + 1] ?? '';
    if (pattern[index] === '[' && ':.='.includes(kind) && kind !== '') {
      const end = pattern.indexOf(`${kind}]`, index + 2);
      if (end < 0) return -1;
      index = end + 1;
    }
  }
  return -1;
}

function bracketSource(content: string): string {
  const isNegative = content.startsWith('^');
  let rest = isNegative ? content.slice(1) : content;
  let source = '';
  while (rest !== '') {
    const [named = '', kind = '', name = ''] = /^\[([:.=])(.*?)\1\]/.exec(rest) ?? [];
    if (named !== '') {
      rest = rest.slice(named.length);
      if (kind === ':' && classes[name] === undefined)
        throw new CommandError(`bad regex '[${content}]': Invalid character class name`);
      source += kind === ':' ? (classes[name] ?? '') : escapeInBracket(name);
      continue;
    }
    const first = rest.charAt(0);
    if (rest[1] === '-' && rest.length > 2) {
      source += `${escapeInBracket(first)}-${escapeInBracket(rest.charAt(2))}`;
      rest = rest.slice(3);
    } else {
      source += escapeInBracket(first);
      rest = rest.slice(1);
    }
  }
  return `[${isNegative ? '^' : ''}${source}]`;
}

function escapeInBracket(letter: string): string {
  return letter.replace(/[\\\]^[-]/, '\\$&');
}
