/** Expands words: variables, commands, arithmetic, patterns of file names. */
import type { BracketGlobPart, HereDocBody, ParsedScript, Word, WordPart } from 'unbash';
import { newFile } from '../../filesystem/memory-tree.js';
import { resolvePath } from '../../filesystem/paths.js';
import { evaluate } from './arithmetic.js';
import { expandBraces } from './braces.js';
import { type Fragment, ParameterExpander } from './parameter.js';
import { parser } from './parser.js';
import { escapePattern, isPattern, patternExpression } from './pattern.js';
import type { ShellState } from './shell-state.js';

/** A piece of a word, as text and as a pattern in which quoted parts are escaped. */
interface Piece {
  readonly text: string;
  readonly pattern: string;
}

export class Expander {
  readonly #state: ShellState;
  readonly #run: (script: ParsedScript) => Promise<string>;
  readonly #parameters: ParameterExpander;

  /** @param run runs a script and returns its output */
  constructor(state: ShellState, run: (script: ParsedScript) => Promise<string>) {
    this.#state = state;
    this.#run = run;
    this.#parameters = new ParameterExpander(state, this);
  }

  /** Expands words to arguments: unquoted values are split, and patterns become the names of files. */
  async words(words: readonly Word[]): Promise<string[]> {
    const results: string[] = [];
    for (const word of joined(words))
      for (const each of this.#state.isBash ? withoutBraces(word) : [word])
        for (const piece of split(await this.#wordFragments(each), this.#state.value('IFS')))
          results.push(...this.#fileNames(piece));
    return results;
  }

  /** Expands a word to one string. @param isAssigned whether `~` also stands for the home folder after a colon */
  async text(word: Word | undefined, isAssigned = false): Promise<string> {
    if (word === undefined) return '';
    if (!isAssigned || !word.text.includes(':~')) return (await this.#pieces(word)).text;
    const home = this.#state.value('HOME') ?? '/';
    const atHome = (text: string): string => text.replaceAll(/:~(?=[/:]|$)/g, () => `:${home}`);
    const parts = word.parts?.map((part) =>
      part.type === 'Literal' && part.text === part.value ? { ...part, value: atHome(part.value) } : part,
    );
    return (await this.#pieces({ ...word, value: atHome(word.value), parts })).text;
  }

  /** Expands a word to a pattern in which quoted parts are escaped. */
  async pattern(word: Word): Promise<string> {
    // The parser leaves choices in parameters as they are.
    if (this.#state.isBash && word.parts === undefined && /[?*+@!]\(/.test(word.text)) return word.text;
    return (await this.#pieces(word)).pattern;
  }

  /** Expands a word to a regular expression in which quoted parts are literal. */
  async expression(word: Word): Promise<string> {
    const fragments: string[] = [];
    for (const part of word.parts ?? []) {
      const isLiteral = part.type === 'Literal' || part.type === 'ExtendedGlob' || part.type === 'Glob';
      const isQuoted = part.type === 'DoubleQuoted' || part.type === 'SingleQuoted' || part.type === 'AnsiCQuoted';
      const text = isLiteral ? part.text : (await this.#fragment(part, false)).map(textOf).join('');
      fragments.push(isQuoted ? text.replaceAll(/[.+^${}()|[\]\\*?]/g, '\\$&') : text);
    }
    return word.parts === undefined ? word.text : fragments.join('');
  }

  /** Expands the body of a here-document. */
  async document({ text, parts }: HereDocBody): Promise<string> {
    if (parts === undefined) return text.replaceAll(/\\([$`\\\n])/g, (_all, letter: string) => letter.trim());
    return (await this.#fragments(parts, true)).map(textOf).join('');
  }

  inner(word: Word, isQuoted: boolean): Promise<Fragment[]> {
    if (!isQuoted || word.parts === undefined) return this.#wordFragments(word, !isQuoted);
    // Inside of double quotes, single ones quote nothing.
    const parts = word.parts.map((part) => (part.type === 'SingleQuoted' ? { ...part, value: part.text } : part));
    return this.#fragments(parts, true);
  }

  /** Evaluates an arithmetic expression, after the variables and commands in it. */
  async evaluate(text: string): Promise<bigint> {
    return evaluate(/[$`\\]/.test(text) ? await this.#inner(text) : text, this.#state);
  }

  /** Expands variables and commands in a text, as in a here-document; quotes are left out. */
  async #inner(text: string): Promise<string> {
    const [statement] = parser().parse(`: <<\0\n${text}\n\0\n`).commands;
    const command = statement?.command.type === 'Command' ? statement.command : undefined;
    const [document] = command?.redirects ?? [];
    const inner = document?.type === 'HereDoc' ? await this.document(document.body) : text;
    return inner.replaceAll('"', '');
  }

  async #pieces(word: Word): Promise<Piece> {
    const fragments = await this.#wordFragments(word);
    return { text: fragments.map(textOf).join(''), pattern: fragments.map(patternOf).join('') };
  }

  /** @param splits whether literal text is split */
  async #wordFragments(word: Word, splits = false): Promise<Fragment[]> {
    const home = this.#state.value('HOME') ?? '/';
    if (word.parts === undefined) {
      const isTilde = /^~(\/|$)/.test(word.text);
      if (splits && !isTilde && word.text === word.value) return [{ split: word.value }];
      return [{ quoted: isTilde ? `${home}${word.value.slice(1)}` : word.value }];
    }
    const fragments = await this.#fragments(word.parts, false, splits);
    if (/^~\//.test(word.text))
      return [{ quoted: home }, { quoted: textOf(fragments[0] ?? { quoted: '' }).slice(1) }, ...fragments.slice(1)];
    return fragments;
  }

  async #fragments(parts: readonly WordPart[], isQuoted: boolean, splits = false): Promise<Fragment[]> {
    const fragments: Fragment[] = [];
    for (const part of parts)
      if (splits && part.type === 'Literal' && part.text === part.value) fragments.push({ split: part.value });
      else fragments.push(...(await this.#fragment(part, isQuoted)));
    return fragments;
  }

  /** Expands the variables and commands of `[$set]`, which remains text if no file matches. */
  async #bracket({ text, parts }: BracketGlobPart): Promise<Fragment[]> {
    if (parts.every(({ type }) => type === 'Literal')) return [{ pattern: text }];
    const fragments: Fragment[] = [{ pattern: '[' }];
    for (const part of parts)
      fragments.push(...(part.type === 'Literal' ? [{ pattern: part.text }] : await this.#fragment(part, false)));
    return [...fragments, { pattern: ']' }];
  }

  async #fragment(part: WordPart, isQuoted: boolean): Promise<Fragment[]> {
    switch (part.type) {
      case 'DoubleQuoted':
      case 'LocaleString': {
        const fragments = await this.#fragments(part.parts, true);
        const [only] = fragments;
        // Without arguments, "$@" is no word, and "" is one.
        return fragments.length === 1 && only !== undefined && 'args' in only
          ? fragments
          : [{ quoted: '' }, ...fragments];
      }
      case 'SingleQuoted':
      case 'AnsiCQuoted':
      case 'Literal':
        return [{ quoted: part.value }];
      case 'Glob':
        if (isQuoted) return [{ quoted: part.text }];
        return part.kind === 'bracket' ? this.#bracket(part) : [{ pattern: part.text }];
      case 'ExtendedGlob':
        return [isQuoted ? { quoted: part.text } : { pattern: part.text }];
      case 'SimpleExpansion': {
        const name = part.text.slice(1);
        if (name === '@' || name === '*') return this.#parameters.args(name, isQuoted);
        return [value(this.#parameters.set(name), isQuoted)];
      }
      case 'ParameterExpansion':
        return this.#parameters.expand(part, isQuoted);
      case 'CommandExpansion': {
        const output = part.script === undefined ? '' : await this.#run(part.script);
        return [value(output.replace(/\n+$/, ''), isQuoted)];
      }
      case 'ArithmeticExpansion':
        return [{ quoted: String(await this.evaluate(part.text.replace(/^\$(?:\(\(|\[)|(?:\)\)|\])$/g, ''))) }];
      case 'ProcessSubstitution':
        return [{ quoted: await this.#substitution(part.operator, part.script) }];
      default:
        return [{ quoted: part.text }];
    }
  }

  /** Stores the output of `<(command)` in a file. @returns its path */
  async #substitution(operator: '<' | '>', script: ParsedScript | undefined): Promise<string> {
    if (operator === '>') throw new Error('>(…) is not supported');
    const { files } = this.#state.process.settings;
    const output = script === undefined ? '' : await this.#run(script);
    const taken = new Set(files.namesIn('/dev/fd'));
    let number = 63;
    while (taken.has(String(number))) number -= 1;
    const path = `/dev/fd/${number}`;
    files.put(path, newFile(Buffer.from(output), this.#state.process.clock.now()));
    this.#state.substitutions.push(path);
    return path;
  }

  #fileNames({ text, pattern }: Piece): string[] {
    const { options } = this.#state;
    if (!isPattern(pattern) || options.has('f')) return [text];
    const { files } = this.#state.process.settings;
    const isAbsolute = pattern.startsWith('/');
    let found = [isAbsolute ? '/' : ''];
    for (const part of pattern.split('/').filter(Boolean)) {
      const expression = isPattern(part) ? patternExpression(part) : undefined;
      const plain = part.replaceAll(/\\(.)/g, '$1');
      found = found.flatMap((folder) => {
        const names = files.namesIn(resolvePath(folder, this.#state.process.folder));
        const matching = expression
          ? names.filter(
              (name) =>
                expression.test(name) && (!name.startsWith('.') || part.startsWith('.') || options.has('dotglob')),
            )
          : [...names, '.', '..'].filter((name) => name === plain);
        return matching.map((name) => (folder === '' || folder.endsWith('/') ? folder + name : `${folder}/${name}`));
      });
    }
    return found.length > 0 ? found : options.has('nullglob') ? [] : [text];
  }
}

function value(text: string, isQuoted: boolean): Fragment {
  return isQuoted ? { quoted: text } : { split: text };
}

/** Joins what the parser takes apart: `--file=<(command)` is one word. */
function joined(words: readonly Word[]): readonly Word[] {
  const isSubstitution = (word: Word): boolean =>
    word.parts?.some(({ type }) => type === 'ProcessSubstitution') === true;
  if (!words.some(isSubstitution)) return words;
  const partsOf = ({ parts, value, text, pos, end }: Word): readonly WordPart[] =>
    parts ?? [{ type: 'Literal', value, text, pos, end }];
  const all: Word[] = [];
  for (const word of words) {
    const before = all.at(-1);
    if (before?.end !== word.pos) all.push(word);
    else {
      const parts = [...partsOf(before), ...partsOf(word)];
      all.splice(-1, 1, {
        ...before,
        end: word.end,
        text: before.text + word.text,
        value: before.value + word.value,
        parts,
      });
    }
  }
  return all;
}

const maxWords = 100_000;

/** The words that braces in a word expand to. @throws Error if they are too many */
function withoutBraces(word: Word, total = { words: 0 }): Word[] {
  const parts = word.parts ?? [];
  const at = parts.findIndex((part) => part.type === 'BraceExpansion' && expandBraces(part.text) !== undefined);
  const braces = parts[at];
  if (braces === undefined) {
    if ((total.words += 1) > maxWords) throw new Error(`${word.text.slice(0, 100)}: too many words`);
    return [word];
  }
  const texts = (some: readonly WordPart[]): string => some.map((part) => part.text).join('');
  const [before, after] = [texts(parts.slice(0, at)), texts(parts.slice(at + 1))];
  return (expandBraces(braces.text) ?? []).flatMap((text) => {
    const whole = `${before}${text}${after}`;
    if (/^[\w.:@%+-]+$/.test(whole))
      return withoutBraces({ ...word, text: whole, value: whole, parts: undefined }, total);
    const [statement] = parser().parse(`: ${whole === '' ? "''" : whole}`).commands;
    const words = statement?.command.type === 'Command' ? statement.command.args : [];
    return words.flatMap((each) => (each.type === 'Word' ? withoutBraces(each, total) : []));
  });
}

/** Splits what is not quoted into words. @param separators the value of IFS, if it is set */
function split(fragments: readonly Fragment[], separators: string | undefined): Piece[] {
  const pieces: Piece[] = [];
  let current: Piece | undefined;
  const append = (text: string, pattern: string): void => {
    current = { text: (current?.text ?? '') + text, pattern: (current?.pattern ?? '') + pattern };
  };
  const end = (): void => {
    if (current !== undefined) pieces.push(current);
    current = undefined;
  };
  const appendSplit = (text: string): void => {
    let start = 0;
    for (const { index, 0: separator, 1: mark } of separatorsIn(text, separators)) {
      const part = text.slice(start, index);
      // Blanks only separate; between other separators there is a word, even an empty one.
      if (part !== '' || (mark !== undefined && current === undefined)) append(part, part);
      end();
      start = index + separator.length;
    }
    const rest = text.slice(start);
    if (rest !== '') append(rest, rest);
  };
  for (const fragment of fragments) {
    if ('args' in fragment) {
      for (const [index, arg] of fragment.args.entries()) {
        if (index > 0) end();
        if (fragment.splits === true) appendSplit(arg);
        else append(arg, escapePattern(arg));
      }
    } else if ('split' in fragment) appendSplit(fragment.split);
    else append(textOf(fragment), patternOf(fragment));
  }
  end();
  return pieces;
}

/** Finds what separates words: blanks, or another character with the blanks around it, which is the group. */
function separatorsIn(text: string, separators = ' \t\n'): Iterable<RegExpExecArray> {
  const blanks = separators.replace(/[^ \t\n]/g, '');
  const others = separators.replace(/[ \t\n]/g, '').replaceAll(/[\\\]^-]/g, '\\$&');
  const options = [...(others ? [`[${blanks}]*([${others}])[${blanks}]*`] : []), ...(blanks ? [`[${blanks}]+`] : [])];
  return options.length === 0 ? [] : text.matchAll(new RegExp(options.join('|').replaceAll('[]*', ''), 'g'));
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
