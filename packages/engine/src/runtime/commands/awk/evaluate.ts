/** Evaluates the expressions of awk. */
import type { LinearExpression } from '../../../values/linear-expression.js';
import { CommandError } from '../command.js';
import type { ByteStreams } from '../text/bytes.js';
import { Builtins, type Arguments } from './builtins.js';
import type { Channels } from './channels.js';
import type { MainInput } from './main-input.js';
import type { Cell, Memory } from './memory.js';
import type { AwkProgram, Expression, Statement, Target, UserFunction } from './syntax.js';
import { AwkLeave, compare, InputText, isTrue, toNumber, toText, type Value } from './values.js';

type Binary = Extract<Expression, { type: 'binary' }>;

/** How deep functions may call each other. */
const maxCalls = 1000;

export interface EvaluatorParts {
  readonly streams: ByteStreams;
  readonly program: AwkProgram;
  readonly memory: Memory;
  readonly channels: Channels;
  readonly input: MainInput;
  /** Runs the body of a function. */
  readonly execute: (statement: Statement) => Promise<void>;
}

export class Evaluator implements Arguments {
  readonly #program: AwkProgram;
  readonly #memory: Memory;
  readonly #channels: Channels;
  readonly #input: MainInput;
  readonly #execute: EvaluatorParts['execute'];
  readonly #builtins: Builtins;
  #calls = 0;

  constructor({ streams, program, memory, channels, input, execute }: EvaluatorParts) {
    this.#program = program;
    this.#memory = memory;
    this.#channels = channels;
    this.#input = input;
    this.#execute = execute;
    this.#builtins = new Builtins(memory, channels, streams.process, this);
  }

  async all(expressions: readonly Expression[]): Promise<Value[]> {
    const values: Value[] = [];
    for (const expression of expressions) values.push(await this.evaluate(expression));
    return values;
  }

  async evaluate(expression: Expression): Promise<Value> {
    switch (expression.type) {
      case 'number':
      case 'string':
        return expression.value;
      case 'regex':
        return this.#memory.expression(expression.source).test(this.#memory.toText(this.#memory.fields.get(0))) ? 1 : 0;
      case 'name':
      case 'element':
      case 'field':
        return this.get(expression);
      case 'group': {
        const values = await this.all(expression.list);
        return values.length === 1
          ? values[0]
          : values.map((value) => this.#memory.toText(value)).join(this.#memory.text('SUBSEP'));
      }
      case 'unary': {
        const value = await this.evaluate(expression.value);
        return expression.operator === '!'
          ? isTrue(value)
            ? 0
            : 1
          : toNumber(value) * (expression.operator === '-' ? -1 : 1);
      }
      case 'binary':
        return this.#binary(expression);
      case 'condition':
        return this.evaluate(isTrue(await this.evaluate(expression.test)) ? expression.yes : expression.no);
      case 'assign':
        return this.#assign(expression);
      case 'step': {
        const before = toNumber(await this.get(expression.target));
        await this.set(expression.target, before + expression.by);
        return expression.isPrefix ? before + expression.by : before;
      }
      case 'in':
        return this.#memory.array(expression.name).has(await this.key(expression.keys)) ? 1 : 0;
      case 'match': {
        const text = this.#memory.toText(await this.evaluate(expression.text));
        const isMatch = (await this.pattern(expression.pattern)).test(text);
        return isMatch === expression.isNegated ? 0 : 1;
      }
      case 'getline':
        return this.#getline(expression);
      case 'call':
        return this.#call(expression);
      case 'builtin':
        return this.#builtins.call(expression);
    }
  }

  /** The operators associate to the left, and a list of them may be long. */
  async #binary(expression: Binary): Promise<Value> {
    const chain = [expression];
    let first = expression.left;
    for (; first.type === 'binary'; first = first.left) chain.push(first);
    let value = await this.evaluate(first);
    for (const each of chain.reverse()) value = await this.#operate(each, value);
    return value;
  }

  async #operate({ operator, right }: Binary, one: Value): Promise<Value> {
    if (operator === '&&') return isTrue(one) && isTrue(await this.evaluate(right)) ? 1 : 0;
    if (operator === '||') return isTrue(one) || isTrue(await this.evaluate(right)) ? 1 : 0;
    const other = await this.evaluate(right);
    if (operator === ' ') return this.#memory.limited(this.#memory.toText(one) + this.#memory.toText(other));
    if (!/^[<>=!]/.test(operator)) return calculate(operator, toNumber(one), toNumber(other));
    const order = compare(one, other, this.#memory.text('CONVFMT'));
    const results: Readonly<Record<string, boolean>> = {
      '<': order < 0,
      '<=': order <= 0,
      '==': order === 0,
      '!=': order !== 0,
      '>': order > 0,
      '>=': order >= 0,
    };
    return results[operator] === true ? 1 : 0;
  }

  async #assign({ operator, target, value }: Extract<Expression, { type: 'assign' }>): Promise<Value> {
    const given = await this.evaluate(value);
    const assigned =
      operator === '=' ? given : calculate(operator.slice(0, -1), toNumber(await this.get(target)), toNumber(given));
    await this.set(target, assigned);
    return assigned;
  }

  async get(target: Target): Promise<Value> {
    if (target.type === 'field')
      return this.#memory.fields.get(Math.trunc(toNumber(await this.evaluate(target.index))));
    if (target.type === 'name') {
      if (target.name === 'NF' && !this.#memory.locals.has('NF')) return this.#memory.fields.count;
      return this.#memory.cell(target.name).value;
    }
    const array = this.#memory.array(target.name);
    const key = await this.key(target.keys);
    // An element exists when it was read.
    if (!array.has(key)) this.#memory.store(array, key, undefined);
    return array.get(key);
  }

  async set(target: Target, value: Value): Promise<void> {
    if (target.type === 'name') this.#memory.assignName(target.name, value);
    else if (target.type === 'field')
      this.#memory.fields.set(
        Math.trunc(toNumber(await this.evaluate(target.index))),
        value,
        this.#memory.toText(value),
      );
    else this.#memory.store(this.#memory.array(target.name), await this.key(target.keys), value);
  }

  async key(keys: readonly Expression[]): Promise<string> {
    const values = await this.all(keys);
    return values.map((value) => toText(value, this.#memory.text('CONVFMT'))).join(this.#memory.text('SUBSEP'));
  }

  async pattern(expression: Expression): Promise<LinearExpression> {
    if (expression.type === 'regex') return this.#memory.expression(expression.source);
    return this.#memory.expression(this.#memory.toText(await this.evaluate(expression)));
  }

  async #getline({ target, source }: Extract<Expression, { type: 'getline' }>): Promise<Value> {
    let text: string | undefined;
    if (source === undefined) text = await this.#input.next();
    else {
      const name = this.#memory.toText(await this.evaluate(source.name));
      const reader = await this.#channels.reader(source.kind, name);
      if (reader === undefined) return -1;
      text = await reader.next(this.#memory.text('RS'));
      if (text !== undefined && source.kind === 'command')
        this.#memory.cell('NR').value = toNumber(this.#memory.cell('NR').value) + 1;
    }
    if (text === undefined) return 0;
    if (target === undefined) this.#memory.fields.record = text;
    else await this.set(target, new InputText(text));
    return 1;
  }

  async #call({ name, args }: Extract<Expression, { type: 'call' }>): Promise<Value> {
    const { parameters, body } = this.#program.functions.get(name) as UserFunction;
    const locals = new Map<string, Cell>();
    for (const [index, parameter] of parameters.entries()) {
      const arg = args[index];
      if (arg?.type === 'name') {
        const cell = this.#memory.cell(arg.name);
        const value = await this.get(arg);
        locals.set(
          parameter,
          cell.array === undefined ? { value, origin: cell } : { value: undefined, array: cell.array },
        );
      } else locals.set(parameter, { value: arg && (await this.evaluate(arg)) });
    }
    await this.all(args.slice(parameters.length));
    const outer = this.#memory.locals;
    this.#memory.locals = locals;
    this.#calls += 1;
    if (this.#calls > maxCalls) throw new CommandError('function calls are nested too deep');
    try {
      await this.#execute(body);
      return undefined;
    } catch (error) {
      if (!(error instanceof AwkLeave) || error.how !== 'return') throw error;
      return error.value;
    } finally {
      this.#calls -= 1;
      this.#memory.locals = outer;
    }
  }
}

/** @throws CommandError `Division by zero` */
function calculate(operator: string, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '^':
      return left ** right;
    default:
      if (right === 0) throw new CommandError('cmd. line:1: Division by zero');
      return operator === '/' ? left / right : left % right;
  }
}
