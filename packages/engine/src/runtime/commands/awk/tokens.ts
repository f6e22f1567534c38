/** Splits a program of awk into tokens. */
import { CommandError } from '../command.js';

export interface Token {
  readonly kind:
    'number' | 'string' | 'regex' | 'name' | 'call' | 'builtin' | 'keyword' | 'operator' | 'newline' | 'end';
  readonly text: string;
  /** Whether blanks precede it. */
  readonly isApart: boolean;
  readonly line: number;
}

const keywords: ReadonlySet<string> = new Set(
  'BEGIN END function func if else while for do break continue next nextfile exit return delete in getline print printf'.split(
    ' ',
  ),
);

/** The functions that are built in. Their names may stand without parentheses only for `length`. */
export const builtinNames: ReadonlySet<string> = new Set(
  (
    'length substr index split sub gsub gensub match sprintf sin cos atan2 exp log sqrt int rand srand tolower toupper ' +
    'systime strftime mktime and or xor lshift rshift compl system close fflush'
  ).split(' '),
);

const operators = [
  ...['**=', '&&', '||', '++', '--', '+=', '-=', '*=', '/=', '%=', '^=', '**', '==', '<=', '>=', '!=', '!~', '>>'],
  ...'{}()[];,+-*/%^!><|?:~$='.split(''),
];

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };

/** Resolves the escapes of a string, and keeps those that it does not know. */
const regexEscapes: Readonly<Record<string, string | undefined>> = {
  '/': '/',
  '"': '"',
  a: '\x07',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

export function unescapeString(text: string): string {
  return text.replaceAll(/\\([0-7]{1,3}|[^])/g, (all, escape: string) => {
    if (/^[0-7]/.test(escape)) return String.fromCharCode(Number.parseInt(escape, 8) & 255);
    if (escape === '\n') return '';
    return Object.hasOwn(escapes, escape) ? (escapes[escape] ?? '') : '"\\/'.includes(escape) ? escape : all;
  });
}

/** @throws CommandError with the line, for text that is no token */
export function tokensOf(program: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let line = 1;
  let isApart = false;
  const add = (kind: Token['kind'], text: string): void => {
    tokens.push({ kind, text, isApart, line });
    isApart = false;
  };
  while (at < program.length) {
    const rest = program.slice(at, at + 4096);
    const [blank] = /^(?:[ \t\r]+|\\\r?\n|#[^\n]*)/.exec(rest) ?? [];
    if (blank !== undefined) {
      if (blank.includes('\n')) line += 1;
      at += blank.length;
      isApart = true;
      continue;
    }
    const letter = program.charAt(at);
    if (letter === '\n') {
      add('newline', letter);
      line += 1;
      at += 1;
    } else if (letter === '"') {
      const end = endOf(program, at, '"', line);
      add('string', unescapeString(program.slice(at + 1, end)));
      at = end + 1;
    } else if (letter === '/' && isRegexAllowed(tokens.at(-1))) {
      const end = endOf(program, at, '/', line);
      const text = program.slice(at + 1, end);
      // Also in brackets, where expressions have no escapes.
      add(
        'regex',
        text.replaceAll(/\\([^])/g, (all, letter: string) => regexEscapes[letter] ?? all),
      );
      at = end + 1;
    } else {
      const [number] = /^(?:0[xX][0-9a-fA-F]+|\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+(?:[eE][-+]?\d+)?)/.exec(rest) ?? [];
      const [name] = /^[A-Za-z_]\w*/.exec(rest) ?? [];
      const operator = operators.find((each) => rest.startsWith(each));
      const text = number ?? name ?? operator;
      if (text === undefined) throw unexpected(line);
      at += text.length;
      if (number !== undefined) add('number', number);
      else if (name === undefined) add('operator', text === '**' ? '^' : text === '**=' ? '^=' : text);
      else if (keywords.has(name)) add('keyword', name === 'func' ? 'function' : name);
      else if (builtinNames.has(name)) add('builtin', name);
      else add(program[at] === '(' ? 'call' : 'name', name);
    }
  }
  add('end', '');
  return tokens;
}

/** A slash begins an expression where a value may begin, and divides after one. */
function isRegexAllowed(before: Token | undefined): boolean {
  if (before === undefined) return true;
  if (['number', 'string', 'regex', 'name', 'builtin'].includes(before.kind)) return false;
  return !(before.kind === 'operator' && [')', ']', '$', '++', '--'].includes(before.text));
}

function endOf(program: string, start: number, quote: string, line: number): number {
  let isInBrackets = false;
  for (let at = start + 1; at < program.length; at += 1) {
    const letter = program[at];
    if (letter === '\\') at += 1;
    else if (quote === '/' && letter === '[') isInBrackets = true;
    else if (quote === '/' && letter === ']') isInBrackets = false;
    else if (letter === quote && !isInBrackets) return at;
    else if (letter === '\n') break;
  }
  throw unexpected(line);
}

export function unexpected(line: number): CommandError {
  return new CommandError(`cmd. line:${line}: Unexpected token`);
}
