/** The words of instructions: quotes, escapes and variables, as builders read them. */
import { BadRequest } from '@lading/server-v1.44';

/** Variables by name. */
export type BuildVariables = ReadonlyMap<string, string>;

/** Splits at blanks outside of quotes. Quotes and escapes stay. */
export function splitWords(text: string, escape = '\\'): string[] {
  const words: string[] = [];
  let word = '';
  let quote = '';
  for (let index = 0; index < text.length; index += 1) {
    const letter = text[index] ?? '';
    if (letter === escape && quote !== "'" && index + 1 < text.length) {
      word += letter + (text[index + 1] ?? '');
      index += 1;
    } else if (quote !== '') {
      word += letter;
      if (letter === quote) quote = '';
    } else if (letter === '"' || letter === "'") {
      word += letter;
      quote = letter;
    } else if (/\s/.test(letter)) {
      if (word !== '') words.push(word);
      word = '';
    } else word += letter;
  }
  return word === '' ? words : [...words, word];
}

/** Removes quotes and escapes of a word, and replaces variables. @throws BadRequest */
export function expandWord(word: string, variables: BuildVariables, escape = '\\'): string {
  return new WordExpansion(word, variables, escape).run();
}

class WordExpansion {
  readonly #word: string;
  readonly #variables: BuildVariables;
  readonly #escape: string;
  #at = 0;

  constructor(word: string, variables: BuildVariables, escape: string) {
    this.#word = word;
    this.#variables = variables;
    this.#escape = escape;
  }

  run(): string {
    return this.#until('');
  }

  /** Expands up to an unquoted character, or to the end. */
  #until(end: string): string {
    let result = '';
    while (this.#at < this.#word.length) {
      const letter = this.#word[this.#at] ?? '';
      if (letter === end) return result;
      if (letter === this.#escape) {
        this.#at += 2;
        result += this.#word[this.#at - 1] ?? '';
      } else if (letter === "'") {
        const close = this.#word.indexOf("'", this.#at + 1);
        if (close < 0) throw this.#failure('unexpected end of statement while looking for matching single-quote');
        result += this.#word.slice(this.#at + 1, close);
        this.#at = close + 1;
      } else if (letter === '"') result += this.#doubleQuoted();
      else if (letter === '$') result += this.#variable();
      else {
        result += letter;
        this.#at += 1;
      }
    }
    return result;
  }

  #doubleQuoted(): string {
    this.#at += 1;
    let result = '';
    for (;;) {
      const letter = this.#word[this.#at];
      if (letter === undefined)
        throw this.#failure('unexpected end of statement while looking for matching double-quote');
      if (letter === '"') {
        this.#at += 1;
        return result;
      }
      if (letter === '$') {
        result += this.#variable();
        continue;
      }
      const next = this.#word[this.#at + 1];
      const isEscaped = letter === this.#escape && (next === '"' || next === '$' || next === this.#escape);
      result += isEscaped ? next : letter;
      this.#at += isEscaped ? 2 : 1;
    }
  }

  #variable(): string {
    this.#at += 1;
    if (this.#word[this.#at] !== '{') {
      const [name = ''] = /^(?:[A-Za-z_]\w*|\d|[@*#?$!-])/.exec(this.#word.slice(this.#at)) ?? [];
      this.#at += name.length;
      return name === '' ? '$' : (this.#variables.get(name) ?? '');
    }
    const rest = this.#word.slice(this.#at + 1);
    if (rest === '') throw this.#failure("syntax error: missing '}'");
    const [all = '', name = '', operator = ''] = /^([A-Za-z_]\w*)(:?[-+?]|(?=\}))?/.exec(rest) ?? [];
    if (name === '') throw this.#failure('syntax error: bad substitution');
    if (operator === '' && rest[all.length] !== '}') {
      const modifier = /^:?./s.exec(rest.slice(all.length))?.[0] ?? '\ufffd';
      throw this.#failure(`unsupported modifier (${modifier}) in substitution`);
    }
    this.#at += 1 + all.length;
    const alternative = this.#until('}');
    if (this.#word[this.#at] !== '}') throw this.#failure("syntax error: missing '}'");
    this.#at += 1;
    const value = this.#variables.get(name);
    const isSet = value !== undefined && (!operator.startsWith(':') || value !== '');
    switch (operator.replace(':', '')) {
      case '-':
        return isSet ? value : alternative;
      case '+':
        return isSet ? alternative : '';
      case '?':
        if (!isSet) throw this.#failure(`${name}: ${alternative || 'is not allowed to be unset'}`);
        return value;
      default:
        return value ?? '';
    }
  }

  #failure(reason: string): BadRequest {
    return new BadRequest(`failed to process ${JSON.stringify(this.#word.replace(/^[^=]*=/, ''))}: ${reason}`);
  }
}

/** Splits `A=1 B="2 3"`, or the older form `A the rest`, and expands both parts. */
export function pairsOf(text: string, variables: BuildVariables, escape = '\\'): [name: string, value: string][] {
  const words = splitWords(text, escape);
  const expand = (word: string): string => expandWord(word, variables, escape);
  if (!(words[0] ?? '').includes('=')) {
    const [, name = '', value = ''] = /^(\S+)\s+([^]*)$/.exec(text) ?? [];
    return [[expand(name), expand(value)]];
  }
  return words.map((word) => {
    const at = word.indexOf('=');
    if (at < 0) throw new BadRequest(`Syntax error - can't find = in "${word}". Must be of the form: name=value`);
    return [expand(word.slice(0, at)), expand(word.slice(at + 1))];
  });
}
