/** The built-in functions of awk. */
import type { LinearExpression } from '../../../values/linear-expression.js';
import { CommandError } from '../command.js';
import type { ProcessContext } from '../../process-context.js';
import type { Channels } from './channels.js';
import { splitText } from './fields.js';
import { format, formatTime, numeric, replacementText, secondsOf, substring } from './functions.js';
import { maxText, type Memory } from './memory.js';
import type { Expression, Target } from './syntax.js';
import { InputText, toNumber, type Value } from './values.js';

/** Evaluates the arguments of functions. */
export interface Arguments {
  evaluate(expression: Expression): Promise<Value>;
  all(expressions: readonly Expression[]): Promise<Value[]>;
  /** Returns the regular expression that an argument is, or that its text is. */
  pattern(expression: Expression): Promise<LinearExpression>;
  set(target: Target, value: Value): Promise<void>;
}

export class Builtins {
  readonly #memory: Memory;
  readonly #channels: Channels;
  readonly #process: ProcessContext;
  readonly #arguments: Arguments;
  #seed = 1;
  #random = 1;

  constructor(memory: Memory, channels: Channels, process: ProcessContext, args: Arguments) {
    this.#memory = memory;
    this.#channels = channels;
    this.#process = process;
    this.#arguments = args;
  }

  async call({ name, args }: Extract<Expression, { type: 'builtin' }>): Promise<Value> {
    const [first, second, third] = args;
    const text = async (expression: Expression | undefined): Promise<string> =>
      expression === undefined
        ? this.#memory.toText(this.#memory.fields.get(0))
        : this.#memory.toText(await this.#arguments.evaluate(expression));
    const number = async (expression: Expression | undefined): Promise<number> =>
      expression === undefined ? 0 : toNumber(await this.#arguments.evaluate(expression));
    const calculated = Object.hasOwn(numeric, name) ? numeric[name] : undefined;
    if (calculated !== undefined) return calculated(...(await this.#arguments.all(args)).map(toNumber));
    switch (name) {
      case 'length':
        if (first?.type === 'name' && this.#memory.cell(first.name).array !== undefined)
          return this.#memory.array(first.name).size;
        return (await text(first)).length;
      case 'substr':
        return substring(await text(first), await number(second), third && (await number(third)));
      case 'index':
        return (await text(first)).indexOf(await text(second)) + 1;
      case 'toupper':
        return (await text(first)).replaceAll(/[a-z]+/g, (part) => part.toUpperCase());
      case 'tolower':
        return (await text(first)).replaceAll(/[A-Z]+/g, (part) => part.toLowerCase());
      case 'sprintf': {
        const [template, ...values] = await this.#arguments.all(args);
        return this.#memory.limited(format(this.#memory.toText(template), values, this.#memory.text('CONVFMT')));
      }
      case 'split':
        return this.#split(args);
      case 'match': {
        const found = (await this.#arguments.pattern(second ?? { type: 'string', value: '' })).findFrom(
          await text(first),
          0,
        );
        this.#memory.cell('RSTART').value = found === undefined ? 0 : found.index + 1;
        this.#memory.cell('RLENGTH').value = found === undefined ? -1 : (found.texts[0]?.length ?? 0);
        return this.#memory.cell('RSTART').value;
      }
      case 'sub':
      case 'gsub':
        return this.#substitute(args, name === 'gsub');
      case 'gensub':
        return this.#generate(args);
      case 'rand':
        // A linear congruential generator, so that a seed gives the same numbers.
        this.#random = (Math.imul(this.#random, 1_103_515_245) + 12_345) >>> 0;
        return (this.#random >>> 1) / 2 ** 31;
      case 'srand': {
        const before = this.#seed;
        this.#seed = first === undefined ? Math.floor(this.#process.clock.now() / 1000) : await number(first);
        this.#random = this.#seed >>> 0;
        return before;
      }
      case 'systime':
        return Math.floor(this.#process.clock.now() / 1000);
      case 'strftime':
        return formatTime(
          first === undefined ? '%a %b %e %H:%M:%S %Z %Y' : await text(first),
          second === undefined ? Math.floor(this.#process.clock.now() / 1000) : await number(second),
        );
      case 'mktime':
        return secondsOf(await text(first));
      case 'system':
        return this.#channels.system(await text(first));
      case 'close':
        return this.#channels.close(await text(first));
      default:
        await this.#channels.flush();
        return 0;
    }
  }

  async #split([source, target, separator]: readonly Expression[]): Promise<Value> {
    if (source === undefined || target?.type !== 'name') throw new CommandError('cmd. line:1: Too few arguments');
    const text = this.#memory.toText(await this.#arguments.evaluate(source));
    const by =
      separator === undefined
        ? this.#memory.separator(this.#memory.text('FS'))
        : separator.type === 'regex'
          ? this.#memory.expression(separator.source)
          : this.#memory.separator(this.#memory.toText(await this.#arguments.evaluate(separator)));
    const parts = splitText(text, by);
    const array = this.#memory.array(target.name);
    array.clear();
    for (const [index, part] of parts.entries()) this.#memory.store(array, String(index + 1), new InputText(part));
    return parts.length;
  }

  /** `sub` and `gsub`. @returns the number of replacements */
  async #substitute([pattern, replacement, given]: readonly Expression[], isGlobal: boolean): Promise<Value> {
    if (pattern === undefined || replacement === undefined) throw new CommandError('cmd. line:1: Too few arguments');
    const target: Expression = given ?? { type: 'field', index: { type: 'number', value: 0 } };
    const expression = await this.#arguments.pattern(pattern);
    const template = this.#memory.toText(await this.#arguments.evaluate(replacement));
    const text = this.#memory.toText(await this.#arguments.evaluate(target));
    let count = 0;
    let size = text.length;
    const replaced = expression.replace(
      text,
      ([match = '']) => {
        count += 1;
        const part = replacementText(template, [match]);
        size += part.length;
        if (size > maxText) throw new CommandError('out of memory');
        return part;
      },
      isGlobal,
    );
    if (count > 0 && (target.type === 'name' || target.type === 'element' || target.type === 'field'))
      await this.#arguments.set(target, replaced);
    return count;
  }

  async #generate([pattern, replacement, how, given]: readonly Expression[]): Promise<Value> {
    if (pattern === undefined || replacement === undefined || how === undefined)
      throw new CommandError('cmd. line:1: Too few arguments');
    const expression = await this.#arguments.pattern(pattern);
    const template = this.#memory.toText(await this.#arguments.evaluate(replacement));
    const which = this.#memory.toText(await this.#arguments.evaluate(how));
    const wanted = /^[gG]/.test(which) ? undefined : Math.max(1, Math.trunc(toNumber(which)));
    const text = this.#memory.toText(
      given === undefined ? this.#memory.fields.get(0) : await this.#arguments.evaluate(given),
    );
    let count = 0;
    const replaced = expression.replace(
      text,
      (groups) => {
        count += 1;
        return wanted === undefined || count === wanted ? replacementText(template, groups) : (groups[0] ?? '');
      },
      true,
    );
    return this.#memory.limited(replaced);
  }
}
