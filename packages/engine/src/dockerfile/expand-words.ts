/** The words of instructions: quotes, escapes and variables, as builders read them. */
import { BadRequest } from '@lading/server-v1.44';
import { LinearExpression, withoutEnd } from '../values/linear-expression.js';

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

/** Reads the words of an array in JSON, and nothing behind it; anything else is no list. @throws BadRequest if it has other values */
export function listOf(text: string): string[] | undefined {
  const written = text.trim();
  const flat = /^\[(?:[^"\]]|"(?:[^"\\]|\\.)*")*\]/.exec(written)?.[0];
  const words = arrayIn(written) ?? (flat === undefined ? undefined : arrayIn(flat));
  if (words === undefined || words.every((each) => typeof each === 'string')) return words;
  throw new BadRequest('when using JSON array syntax, arrays must be comprised of strings only');
}

function arrayIn(text: string): unknown[] | undefined {
  try {
    const value: unknown = text.startsWith('[') ? JSON.parse(text) : undefined;
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a word begins a here-document: `<<END`. */
export function isHeredoc(word: string): boolean {
  return heredocOf(word) !== undefined;
}

/** Returns the word that ends the here-document, and whether tabs may stand before it. */
export function heredocOf(word: string): { readonly end: string; readonly hasTabs: boolean } | undefined {
  const [, dash, end = ''] = /^\d*<<(-?)([^<]+)$/.exec(word) ?? [];
  return end === '' ? undefined : { end: expandWord(end, new Map()), hasTabs: dash === '-' };
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

  /** Expands up to an unquoted character, or to the end. @param keepsEscapes whether escapes stay, for a pattern to read them */
  #until(end: string, keepsEscapes = false): string {
    let result = '';
    while (this.#at < this.#word.length) {
      const letter = this.#word[this.#at] ?? '';
      if (letter === end) return result;
      if (letter === this.#escape) {
        this.#at += 2;
        result += (keepsEscapes ? letter : '') + (this.#word[this.#at - 1] ?? '');
      } else if (letter === "'") {
        const close = this.#word.indexOf("'", this.#at + 1);
        if (close < 0) this.#at = this.#word.length;
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
      const name = this.#name();
      return name === '' ? '$' : (this.#variables.get(name) ?? '');
    }
    this.#at += 1;
    const next = this.#word[this.#at];
    if (next === undefined) throw this.#failure("syntax error: missing '}'");
    if ('{}:'.includes(next)) throw this.#failure('syntax error: bad substitution');
    const name = this.#name();
    const value = this.#variables.get(name);
    const [operator = '\ufffd'] = /^(?::?##?|:?%%?|\/\/?|:?.)/su.exec(this.#word.slice(this.#at)) ?? [];
    this.#at += operator.length;
    switch (operator) {
      case '}':
        return value ?? '';
      case '/':
      case '//': {
        const source = this.#sourceOf(this.#enclosed('/', "missing '/' in ${}"));
        const replacement = this.#enclosed('}');
        return new LinearExpression(source).replace(value ?? '', () => replacement, operator === '//');
      }
      case '#':
      case '##':
      case '%':
      case '%%':
      case ':#':
      case ':##':
      case ':%':
      case ':%%':
        return withoutEnd(value ?? '', operator.replace(':', ''), this.#sourceOf(this.#enclosed('}')));
      case '-':
      case ':-':
      case '+':
      case ':+':
      case '?':
      case ':?': {
        const word = this.#enclosed('}', "missing '}'", false);
        const isSet = value !== undefined && (!operator.startsWith(':') || value !== '');
        if (operator.endsWith('+')) return isSet ? word : '';
        if (isSet) return value;
        if (operator.endsWith('-')) return word;
        throw this.#failure(`${name}: ${word || `is not allowed to be ${value === undefined ? 'unset' : 'empty'}`}`);
      }
      default:
        if (operator.startsWith(':')) this.#enclosed('}', "missing '}'", false);
        throw this.#failure(`unsupported modifier (${operator}) in substitution`);
    }
  }

  /** Reads the name of a variable, of a positional or of a special parameter. */
  #name(): string {
    const [name = ''] = /^(?:\p{Nd}+|[@*#?$!-]|[\p{L}_][\p{L}\p{Nd}_]*)/u.exec(this.#word.slice(this.#at)) ?? [];
    this.#at += name.length;
    return name;
  }

  /** Expands up to a character, which it skips. */
  #enclosed(end: string, missing = "missing '}'", keepsEscapes = true): string {
    let text = '';
    try {
      text = this.#until(end, keepsEscapes);
    } catch (error) {
      // At the end of the word, what is missing last counts.
      if (this.#at < this.#word.length) throw error;
    }
    if (this.#word[this.#at] !== end) throw this.#failure(`syntax error: ${missing}`);
    this.#at += 1;
    return text;
  }

  /** Converts a pattern to the source of a regular expression. */
  #sourceOf(pattern: string): string {
    return pattern.replaceAll(/\\?[^]/gu, (part) => {
      if (part === '*') return '.*';
      if (part === '?') return '.';
      if (/^\\[^}/*?\\]/u.test(part) || part === '\\')
        throw this.#failure(`invalid pattern (${pattern}) in substitution: invalid escape '${part}'`);
      return part.replace(/^\\(?=.)/u, '').replace(/[.+^${}()|[\]\\*?]/g, '\\$&');
    });
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
