/** Expands `${NAME…}`: defaults, parts, replacements, arrays, and names of variables. */
import type { ParameterDefaultOperation, ParameterExpansionPart, ParameterOperation, Word } from 'unbash';
import { LinearExpression, withoutEnd } from '../../values/linear-expression.js';
import { evaluate } from './arithmetic.js';
import { patternExpression, patternSource } from './pattern.js';
import { ParameterError, type ShellState } from './shell-state.js';

/** A part of a word during expansion: text that stays together, or the values between which words are split. */
export type Fragment =
  | { readonly quoted: string }
  | { readonly pattern: string }
  | { readonly split: string }
  /** Each begins a word, which is split itself where it is not quoted. */
  | { readonly args: readonly string[]; readonly splits?: boolean };

/** What the expansion of a parameter uses of that of words. */
export interface WordExpander {
  text(word: Word | undefined): Promise<string>;
  pattern(word: Word): Promise<string>;
  /** Expands a word inside of another one: without quotes around it, its literal text is split. */
  inner(word: Word, isQuoted: boolean): Promise<Fragment[]>;
}

/** One or several values: `$@` and all elements of an array are a list. */
interface ParameterValues {
  readonly name: string;
  readonly list?: '@' | '*' | undefined;
  /** Undefined for a variable that is not set. */
  readonly values: readonly (string | undefined)[];
}

export class ParameterExpander {
  readonly #state: ShellState;
  readonly #words: WordExpander;

  constructor(state: ShellState, words: WordExpander) {
    this.#state = state;
    this.#words = words;
  }

  async expand(part: ParameterExpansionPart, isQuoted: boolean): Promise<Fragment[]> {
    const { parameter, prefix, operation } = part;
    if (operation?.type === 'Names') {
      const names = [...this.#state.process.variables.keys()].filter((name) => !name.includes('['));
      const found = names.filter((name) => name.startsWith(parameter)).toSorted();
      return this.#fragments({ name: '', list: operation.operator, values: found }, isQuoted);
    }
    const index = part.index === undefined ? undefined : await this.#words.text(part.index);
    const isList = index === '@' || index === '*' || (index === undefined && /^[@*]$/.test(parameter));
    if (prefix === '#' && isList && (index !== undefined || this.#state.isBash))
      return this.#fragments({ name: '', values: [String(this.#listOf(parameter, index).length)] }, isQuoted);
    if (prefix === '!' && isList && index !== undefined) {
      const values = [...this.#state.elements(parameter).keys()];
      return this.#fragments({ name: '', list: index as '@' | '*', values }, isQuoted);
    }
    let name = index === undefined ? parameter : `${parameter}[${index}]`;
    if (prefix === '!') name = this.#state.value(name) ?? '';
    const values = this.#valuesOf(name);
    if (prefix === '#') return this.#fragments({ name, values: [String([...this.set(name)].length)] }, isQuoted);
    if (operation === undefined)
      return this.#fragments(values.list === undefined ? { name, values: [this.set(name)] } : values, isQuoted);
    if (operation.type === 'Default') return this.#default(values, operation, isQuoted);
    if (operation.type === 'Slice' && values.list !== undefined) {
      const all = name === '@' || name === '*' ? [this.#state.name, ...values.values] : values.values;
      return this.#fragments({ ...values, values: await this.#slice(all, operation) }, isQuoted);
    }
    const changed: string[] = [];
    for (const value of values.values) changed.push(await this.#change(value ?? '', operation));
    return this.#fragments({ ...values, values: changed }, isQuoted);
  }

  /** @throws Error for a variable that is not set, if the option -u is set */
  set(name: string): string {
    const value = this.#state.value(name);
    if (value === undefined && this.#state.options.has('u')) {
      const reason = this.#state.isBash ? 'unbound variable' : 'parameter not set';
      throw new ParameterError(`${name}: ${reason}`);
    }
    return value ?? '';
  }

  /** Expands `$*` and `$@`. */
  args(name: '@' | '*', isQuoted: boolean): Fragment[] {
    return this.#fragments({ name, list: name, values: this.#state.args }, isQuoted);
  }

  #valuesOf(name: string): ParameterValues {
    const [, variable = name, index] = /^(.*)\[([@*])\]$/s.exec(name) ?? [];
    const list = (index ?? (/^[@*]$/.test(name) ? name : undefined)) as ParameterValues['list'];
    if (list === undefined) return { name, values: [this.#state.value(name)] };
    return { name, list, values: this.#listOf(variable, index) };
  }

  #listOf(parameter: string, index: string | undefined): readonly string[] {
    return index === undefined ? this.#state.args : [...this.#state.elements(parameter).values()];
  }

  #fragments({ list, values }: ParameterValues, isQuoted: boolean): Fragment[] {
    const texts = values.map((value) => value ?? '');
    if (list === undefined) return [isQuoted ? { quoted: texts.join('') } : { split: texts.join('') }];
    if (!isQuoted) return [{ args: texts, splits: true }];
    return [list === '*' ? { quoted: this.#state.joined(texts) } : { args: texts }];
  }

  async #default(
    values: ParameterValues,
    { operator, operand }: ParameterDefaultOperation,
    isQuoted: boolean,
  ): Promise<Fragment[]> {
    const all = values.values.filter((value) => value !== undefined);
    const isSet = all.length > 0 && (!operator.startsWith(':') || all.join('') !== '' || all.length > 1);
    const given = (): Promise<Fragment[]> => this.#words.inner(operand, isQuoted);
    switch (operator.at(-1)) {
      case '+':
        return isSet
          ? given()
          : this.#fragments({ ...values, values: values.list === undefined ? [''] : [] }, isQuoted);
      case '=': {
        if (isSet) break;
        const text = await this.#words.text(operand);
        this.#state.assign(values.name, text);
        return this.#fragments({ name: '', values: [text] }, isQuoted);
      }
      case '?': {
        if (isSet) break;
        const reason = operator === ':?' ? 'parameter not set or null' : 'parameter not set';
        throw new ParameterError(`${values.name}: ${(await this.#words.text(operand)) || reason}`);
      }
      default:
        if (!isSet) return given();
    }
    return this.#fragments(values, isQuoted);
  }

  async #slice<Value extends string | readonly (string | undefined)[]>(
    value: Value,
    { offset, length }: Extract<ParameterOperation, { readonly type: 'Slice' }>,
  ): Promise<Value> {
    const numberOf = async (word: Word): Promise<number> => Number(evaluate(await this.#words.text(word), this.#state));
    const first = await numberOf(offset);
    const count = length === undefined ? undefined : await numberOf(length);
    const start = first < 0 ? value.length + first : first;
    if (start < 0) return value.slice(value.length) as Value;
    const end = count === undefined ? undefined : count < 0 ? count : start + count;
    return value.slice(start, end) as Value;
  }

  async #change(value: string, operation: ParameterOperation): Promise<string> {
    switch (operation.type) {
      case 'Remove':
        return withoutEnd(value, operation.operator, patternSource(await this.#words.pattern(operation.operand)));
      case 'Replace': {
        const source = patternSource(await this.#words.pattern(operation.pattern));
        const replacement = await this.#words.text(operation.replacement);
        const { operator } = operation;
        if (source === '')
          return operator === '/#' ? replacement + value : operator === '/%' ? value + replacement : value;
        const anchored = operator === '/#' ? `^${source}` : operator === '/%' ? `${source}$` : source;
        const expression = new LinearExpression(anchored, { isDotAll: true, isLongest: true });
        return expression.replace(value, () => replacement, operator === '//');
      }
      case 'Slice':
        return this.#slice(value, operation);
      case 'CaseModification': {
        const { operator, operand } = operation;
        const expression = patternExpression(operand === undefined ? '?' : await this.#words.pattern(operand));
        const change = (letter: string): string =>
          !expression.test(letter) ? letter : operator.startsWith('^') ? letter.toUpperCase() : letter.toLowerCase();
        if (operator.length === 2) return [...value].map(change).join('');
        return change(value.slice(0, 1)) + value.slice(1);
      }
      case 'Transform':
        switch (await this.#words.text(operation.operand)) {
          case 'Q':
            return `'${value.replaceAll("'", `'\\''`)}'`;
          case 'U':
            return value.toUpperCase();
          case 'L':
            return value.toLowerCase();
          case 'u':
            return value.slice(0, 1).toUpperCase() + value.slice(1);
        }
    }
    throw new Error('bad substitution');
  }
}
