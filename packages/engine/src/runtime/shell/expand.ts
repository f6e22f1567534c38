/** Expands words: variables, commands, arithmetic, patterns of file names. */
import type {
  ArithmeticExpression,
  BracketGlobPart,
  DoubleQuotedChild,
  ParameterExpansionPart,
  ParsedScript,
  Word,
  WordPart,
} from 'unbash';
import { resolvePath } from '../../filesystem/paths.js';
import { LinearExpression, withoutEnd } from '../../values/linear-expression.js';
import { evaluate } from './arithmetic.js';
import { escapePattern, patternExpression, patternSource } from './pattern.js';
import type { ShellState } from './shell-state.js';

/** A piece of a word, as text and as a pattern in which quoted parts are escaped. */
interface Piece {
  readonly text: string;
  readonly pattern: string;
}

/** A part of a word during expansion: text that stays together, or the values between which words are split. */
type Fragment =
  | { readonly quoted: string }
  | { readonly pattern: string }
  | { readonly split: string }
  | { readonly args: readonly string[] };

export class Expander {
  readonly #state: ShellState;
  readonly #run: (script: ParsedScript) => Promise<string>;

  /** @param run runs a script and returns its output */
  constructor(state: ShellState, run: (script: ParsedScript) => Promise<string>) {
    this.#state = state;
    this.#run = run;
  }

  /** Expands words to arguments: unquoted values are split, and patterns become the names of files. */
  async words(words: readonly Word[]): Promise<string[]> {
    const results: string[] = [];
    for (const word of words) for (const piece of await this.#split(word)) results.push(...this.#fileNames(piece));
    return results;
  }

  /** Expands a word to one string. */
  async text(word: Word | undefined): Promise<string> {
    if (word === undefined) return '';
    return (await this.#pieces(word)).text;
  }

  /** Expands a word to a pattern in which quoted parts are escaped. */
  async pattern(word: Word): Promise<string> {
    return (await this.#pieces(word)).pattern;
  }

  /** Expands the body of a here-document. */
  async parts(parts: readonly WordPart[]): Promise<string> {
    const fragments = await this.#fragments(parts, true);
    return fragments.map(textOf).join('');
  }

  evaluate(expression: ArithmeticExpression): Promise<number> {
    return evaluate(expression, {
      value: (name) => this.#state.value(name) ?? '',
      assign: (name, value) => this.#state.process.assign(name, value),
      expand: async (leaf) => {
        if (leaf.type === 'ArithmeticCommandExpansion') return leaf.script ? this.#run(leaf.script) : '';
        if (leaf.type !== 'ArithmeticWord') return '';
        if (leaf.parts !== undefined) return this.parts(leaf.parts);
        // The parser leaves a variable in its place.
        return leaf.value.startsWith('$') ? this.#set(leaf.value.slice(1)) : leaf.value;
      },
    });
  }

  async #pieces(word: Word): Promise<Piece> {
    const fragments = await this.#wordFragments(word);
    return { text: fragments.map(textOf).join(''), pattern: fragments.map(patternOf).join('') };
  }

  async #split(word: Word): Promise<Piece[]> {
    const pieces: Piece[] = [];
    let current: Piece | undefined;
    const append = (text: string, pattern: string): void => {
      current = { text: (current?.text ?? '') + text, pattern: (current?.pattern ?? '') + pattern };
    };
    const end = (): void => {
      if (current !== undefined) pieces.push(current);
      current = undefined;
    };
    for (const fragment of await this.#wordFragments(word)) {
      if ('args' in fragment) {
        fragment.args.forEach((arg, index) => {
          if (index > 0) end();
          append(arg, escapePattern(arg));
        });
      } else if ('split' in fragment) {
        let start = 0;
        for (const { index, 0: separator, 1: mark } of this.#separators(fragment.split)) {
          const value = fragment.split.slice(start, index);
          // Blanks only separate; between other separators there is a word, even an empty one.
          if (value !== '' || (mark !== undefined && current === undefined)) append(value, value);
          end();
          start = index + separator.length;
        }
        const rest = fragment.split.slice(start);
        if (rest !== '') append(rest, rest);
      } else append(textOf(fragment), patternOf(fragment));
    }
    end();
    return pieces;
  }

  /** Finds what separates words, by IFS: blanks, or another character with the blanks around it, which is the group. */
  #separators(text: string): Iterable<RegExpExecArray> {
    const separators = this.#state.value('IFS') ?? ' \t\n';
    const blanks = separators.replace(/[^ \t\n]/g, '');
    const others = separators.replace(/[ \t\n]/g, '').replaceAll(/[\\\]^-]/g, '\\$&');
    const options = [...(others ? [`[${blanks}]*([${others}])[${blanks}]*`] : []), ...(blanks ? [`[${blanks}]+`] : [])];
    return options.length === 0 ? [] : text.matchAll(new RegExp(options.join('|').replaceAll('[]*', ''), 'g'));
  }

  async #wordFragments(word: Word): Promise<Fragment[]> {
    const home = this.#state.value('HOME') ?? '/';
    if (word.parts === undefined) {
      const isTilde = /^~(\/|$)/.test(word.text);
      return [{ quoted: isTilde ? `${home}${word.value.slice(1)}` : word.value }];
    }
    const fragments = await this.#fragments(word.parts, false);
    if (/^~\//.test(word.text))
      return [{ quoted: home }, { quoted: textOf(fragments[0] ?? { quoted: '' }).slice(1) }, ...fragments.slice(1)];
    return fragments;
  }

  async #fragments(parts: readonly WordPart[], isQuoted: boolean): Promise<Fragment[]> {
    const fragments: Fragment[] = [];
    for (const part of parts) {
      if (part.type === 'Glob' && part.kind === 'bracket' && !isQuoted) fragments.push(...(await this.#bracket(part)));
      else fragments.push(await this.#fragment(part, isQuoted));
    }
    return fragments;
  }

  /** Expands the variables and commands of `[$set]`, which remains text if no file matches. */
  async #bracket({ text, parts }: BracketGlobPart): Promise<Fragment[]> {
    if (parts.every(({ type }) => type === 'Literal')) return [{ pattern: text }];
    const fragments: Fragment[] = [{ pattern: '[' }];
    for (const part of parts)
      fragments.push(part.type === 'Literal' ? { pattern: part.text } : await this.#fragment(part, false));
    return [...fragments, { pattern: ']' }];
  }

  async #fragment(part: WordPart, isQuoted: boolean): Promise<Fragment> {
    switch (part.type) {
      case 'DoubleQuoted':
      case 'LocaleString':
        return this.#doubleQuoted(part.parts);
      case 'SingleQuoted':
      case 'AnsiCQuoted':
      case 'Literal':
        return { quoted: part.value };
      case 'Glob':
        return isQuoted ? { quoted: part.text } : { pattern: part.text };
      case 'SimpleExpansion': {
        const name = part.text.slice(1);
        if (name === '@' && isQuoted) return { args: this.#state.args };
        return this.#value(this.#set(name), isQuoted);
      }
      case 'ParameterExpansion':
        if (part.parameter === '@' && isQuoted && part.operation === undefined && part.prefix === undefined)
          return { args: this.#state.args };
        return this.#value(await this.#parameter(part), isQuoted);
      case 'CommandExpansion': {
        const output = part.script === undefined ? '' : await this.#run(part.script);
        return this.#value(output.replace(/\n+$/, ''), isQuoted);
      }
      case 'ArithmeticExpansion':
        return { quoted: part.expression === undefined ? '0' : String(await this.evaluate(part.expression)) };
      default:
        return { quoted: part.text };
    }
  }

  async #doubleQuoted(parts: readonly DoubleQuotedChild[]): Promise<Fragment> {
    const fragments = await this.#fragments(parts, true);
    const [only] = fragments;
    if (fragments.length === 1 && only !== undefined && 'args' in only) return only;
    return { quoted: fragments.map(textOf).join('') };
  }

  #value(text: string, isQuoted: boolean): Fragment {
    return isQuoted ? { quoted: text } : { split: text };
  }

  /** @throws Error for a variable that is not set, if the option -u is set */
  #set(name: string): string {
    const value = this.#state.value(name);
    if (value === undefined && this.#state.options.has('u')) throw new Error(`${name}: parameter not set`);
    return value ?? '';
  }

  async #parameter({ parameter, prefix, operation }: ParameterExpansionPart): Promise<string> {
    if (prefix === '#') return String(this.#set(parameter).length);
    if (prefix === '!') return this.#state.value(this.#set(parameter)) ?? '';
    if (operation === undefined) return this.#set(parameter);
    const value = this.#state.value(parameter);
    switch (operation.type) {
      case 'Default':
        return this.#default(parameter, value, operation.operator, operation.operand);
      case 'Remove':
        return withoutEnd(value ?? '', operation.operator, patternSource(await this.pattern(operation.operand)));
      case 'Replace': {
        const source = patternSource(await this.pattern(operation.pattern));
        const replacement = await this.text(operation.replacement);
        const { operator } = operation;
        const anchored = operator === '/#' ? `^${source}` : operator === '/%' ? `${source}$` : source;
        const expression = new LinearExpression(anchored, { isDotAll: true, isLongest: true });
        return expression.replace(value ?? '', () => replacement, operator === '//');
      }
      case 'Slice': {
        const offset = Number(await this.text(operation.offset));
        const length = operation.length === undefined ? undefined : Number(await this.text(operation.length));
        const start = offset < 0 ? (value ?? '').length + offset : offset;
        const end = length === undefined ? undefined : length < 0 ? length : start + length;
        return (value ?? '').slice(start, end);
      }
      case 'CaseModification': {
        const change = (text: string): string =>
          operation.operator.startsWith('^') ? text.toUpperCase() : text.toLowerCase();
        if (operation.operator.length === 2) return change(value ?? '');
        return change((value ?? '').slice(0, 1)) + (value ?? '').slice(1);
      }
      default:
        throw new Error('bad substitution');
    }
  }

  async #default(name: string, value: string | undefined, operator: string, operand: Word): Promise<string> {
    const isSet = value !== undefined && (value !== '' || !operator.startsWith(':'));
    switch (operator.at(-1)) {
      case '+':
        return isSet ? this.text(operand) : '';
      case '=': {
        if (isSet) return value;
        const assigned = await this.text(operand);
        this.#state.process.assign(name, assigned);
        return assigned;
      }
      case '?':
        if (isSet) return value;
        throw new Error(`${name}: ${(await this.text(operand)) || 'parameter not set or null'}`);
      default:
        return isSet ? value : this.text(operand);
    }
  }

  #fileNames({ text, pattern }: Piece): string[] {
    if (!/(?<!\\)[*?[]/.test(pattern)) return [text];
    const { files } = this.#state.process.settings;
    const isAbsolute = pattern.startsWith('/');
    let found = [isAbsolute ? '/' : ''];
    for (const part of pattern.split('/').filter(Boolean)) {
      const expression = /(?<!\\)[*?[]/.test(part) ? patternExpression(part) : undefined;
      const plain = part.replaceAll(/\\(.)/g, '$1');
      found = found.flatMap((folder) => {
        const names = files.namesIn(resolvePath(folder, this.#state.process.folder));
        const matching = expression
          ? names.filter((name) => expression.test(name) && (!name.startsWith('.') || part.startsWith('.')))
          : [...names, '.', '..'].filter((name) => name === plain);
        return matching.map((name) => (folder === '' || folder.endsWith('/') ? folder + name : `${folder}/${name}`));
      });
    }
    return found.length === 0 ? [text] : found;
  }
}

function textOf(fragment: Fragment): string {
  if ('quoted' in fragment) return fragment.quoted;
  if ('pattern' in fragment) return fragment.pattern;
  return 'split' in fragment ? fragment.split : fragment.args.join(' ');
}

function patternOf(fragment: Fragment): string {
  if ('quoted' in fragment) return escapePattern(fragment.quoted);
  if ('args' in fragment) return escapePattern(fragment.args.join(' '));
  return 'pattern' in fragment ? fragment.pattern : fragment.split;
}
