/** Parses scripts of `sed`. All strings are bytes. */
import type { LinearExpression } from '../../../values/linear-expression.js';
import { CommandError } from '../command.js';
import { posixExpression } from './regular-expression.js';

export type SedAddress =
  | { readonly kind: 'line'; readonly line: number }
  | { readonly kind: 'last' }
  /** Without an expression, the last one that was used. */
  | { readonly kind: 'match'; readonly expression: LinearExpression | undefined }
  /** The number of lines after the first address. */
  | { readonly kind: 'count'; readonly count: number };

export interface SedCommand {
  readonly from?: SedAddress | undefined;
  readonly to?: SedAddress | undefined;
  readonly isNegated: boolean;
  readonly name: string;
  /** The text of `a`, `i` and `c`, the label of `b`, `t` and `T`, the file of `r` and `w`, the code of `q`. */
  readonly text: string;
  readonly substitution?: Substitution | undefined;
  readonly letters?: ReadonlyMap<string, string> | undefined;
  /** The index of the command after the end of the block that `{` begins. */
  end?: number;
}

export interface Substitution {
  readonly expression: LinearExpression | undefined;
  readonly replacement: string;
  /** The match from which on matches are replaced. */
  readonly first: number;
  readonly isGlobal: boolean;
  readonly prints: boolean;
  readonly file: string;
}

/** @throws CommandError */
export function parseSed(script: string, extended: boolean): SedCommand[] {
  const commands: SedCommand[] = [];
  const blocks: SedCommand[] = [];
  let at = 0;
  const peek = (): string => script.charAt(at);
  const skip = (pattern: RegExp): void => {
    while (at < script.length && pattern.test(peek())) at += 1;
  };
  for (;;) {
    skip(/[\s;]/);
    if (at >= script.length) break;
    if (peek() === '#') {
      skip(/[^\n]/);
      continue;
    }
    const from = address();
    skip(/[ \t]/);
    let to: SedAddress | undefined;
    if (from !== undefined && peek() === ',') {
      at += 1;
      skip(/[ \t]/);
      to = address(true);
      if (to === undefined) throw new CommandError('no address after comma');
    }
    skip(/[ \t]/);
    const isNegated = peek() === '!';
    if (isNegated) at += 1;
    skip(/[ \t]/);
    const name = peek();
    if (name === '') throw new CommandError('missing command');
    at += 1;
    if (!'{}=:abcdDgGhHilnNpPqQrsTtwxy'.includes(name) || name === 'Q')
      throw new CommandError(`unsupported command ${name}`);
    const command = { from, to, isNegated, name, ...argumentOf(name) };
    if (name === '{') blocks.push(command);
    if (name === '}') {
      const block = blocks.pop();
      if (block === undefined) throw new CommandError('unexpected }');
      block.end = commands.length;
      continue;
    }
    if (name !== ':' || !commands.some((each) => each.name === ':' && each.text === command.text))
      commands.push(command);
  }
  if (blocks.length > 0) throw new CommandError('unmatched {');
  for (const { name, text } of commands)
    if ('btT'.includes(name) && text !== '' && !commands.some((each) => each.name === ':' && each.text === text))
      throw new CommandError(`can't find label for jump to '${text}'`);
  return commands;

  function address(isSecond = false): SedAddress | undefined {
    const number = /^\d+/.exec(script.slice(at))?.[0];
    if (number !== undefined) {
      at += number.length;
      return { kind: 'line', line: Number(number) };
    }
    if (peek() === '$') {
      at += 1;
      return { kind: 'last' };
    }
    const count = isSecond ? /^\+(\d+)/.exec(script.slice(at)) : null;
    if (count !== null) {
      at += count[0].length;
      return { kind: 'count', count: Number(count[1]) };
    }
    if (peek() !== '/' && peek() !== '\\') return undefined;
    if (peek() === '\\') at += 1;
    const pattern = delimited(peek(), true);
    return { kind: 'match', expression: pattern === '' ? undefined : posixExpression(pattern, extended) };
  }

  /** Reads up to the next delimiter, and leaves the position behind it. */
  function delimited(delimiter: string, isExpression: boolean): string {
    at += 1;
    let text = '';
    let isBracket = false;
    for (; ; at += 1) {
      const letter = peek();
      if (letter === '' || (letter === '\n' && isExpression)) throw new CommandError(`unmatched '${delimiter}'`);
      if (!isBracket && letter === delimiter) break;
      if (letter === '\\' && !isBracket) {
        at += 1;
        text +=
          peek() === delimiter && delimiter !== '&'
            ? isExpression && '.*[]^$+?(){}|'.includes(delimiter)
              ? `\\${delimiter}`
              : delimiter
            : `\\${peek()}`;
        continue;
      }
      if (isExpression && letter === '[' && !isBracket) isBracket = true;
      else if (isBracket && letter === ']' && !/\[\^?$/.test(text)) isBracket = false;
      text += letter;
    }
    at += 1;
    return text;
  }

  function argumentOf(name: string): Pick<SedCommand, 'text' | 'substitution' | 'letters'> {
    if (name === 's') return { text: '', substitution: substitution() };
    if (name === 'y') return { text: '', letters: lettersOf() };
    if ('aic'.includes(name)) return { text: insertedText() };
    if (':btT'.includes(name)) {
      skip(/[ \t]/);
      const label = (name === ':' ? /^[^\s;]*/ : /^[^\s;}]*/).exec(script.slice(at))?.[0] ?? '';
      at += label.length;
      return { text: label };
    }
    if ('rw'.includes(name)) return { text: fileName() };
    if ('{}'.includes(name)) return { text: '' };
    let text = '';
    if (name === 'q') {
      skip(/[ \t]/);
      text = /^\d*/.exec(script.slice(at))?.[0] ?? '';
      at += text.length;
    }
    skip(/[ \t]/);
    if (!/^[\n;}#]?$/.test(peek())) throw new CommandError('missing command');
    return { text };
  }

  function fileName(): string {
    skip(/[ \t]/);
    const name = /^[^\n]*/.exec(script.slice(at))?.[0] ?? '';
    at += name.length;
    if (name === '') throw new CommandError('empty filename');
    return name;
  }

  function insertedText(): string {
    skip(/[ \t]/);
    if (/^\\[ \t]*\n/.test(script.slice(at))) at = script.indexOf('\n', at) + 1;
    else if (peek() === '\\') at += 1;
    let text = '';
    for (; at < script.length; at += 1) {
      if (peek() === '\n') break;
      if (peek() === '\\') {
        at += 1;
        text += peek() === 't' ? '\t' : peek();
      } else text += peek();
    }
    return `${text}\n`;
  }

  function substitution(): Substitution {
    const delimiter = peek();
    if (delimiter === '' || delimiter === '\n' || delimiter === '\\')
      throw new CommandError('bad format in substitution expression');
    const pattern = delimited(delimiter, true);
    at -= 1;
    const replacement = delimited(delimiter, false);
    let [first, isGlobal, prints, ignoresCase, file] = [1, false, false, false, ''];
    for (; at < script.length; at += 1) {
      const letter = peek();
      const number = /^\d+/.exec(script.slice(at))?.[0];
      if (number !== undefined) {
        first = Number(number);
        at += number.length - 1;
      } else if (letter === 'g') isGlobal = true;
      else if (letter === 'p') prints = true;
      else if (letter === 'i' || letter === 'I') ignoresCase = true;
      else if (letter === 'w') {
        at += 1;
        file = fileName();
        break;
      } else if (/[ \t]/.test(letter)) continue;
      else if (/[\n;}#]/.test(letter)) break;
      else throw new CommandError('bad option in substitution expression');
    }
    const expression = pattern === '' ? undefined : posixExpression(pattern, extended, ignoresCase);
    return { expression, replacement, first, isGlobal, prints, file };
  }

  function lettersOf(): Map<string, string> {
    const delimiter = peek();
    const from = [...delimited(delimiter, true).replaceAll(/\\n/g, '\n').replaceAll(/\\\\/g, '\\')];
    at -= 1;
    const to = [...delimited(delimiter, false).replaceAll(/\\n/g, '\n').replaceAll(/\\\\/g, '\\')];
    if (from.length !== to.length) throw new CommandError("strings for 'y' command are different lengths");
    return new Map(from.map((letter, index) => [letter, to[index] ?? letter]));
  }
}
