/** Runs a program of awk. */
import type { LinearExpression } from '../../../linear-expression.js';
import { CommandError } from '../command.js';
import { toBytes, type ByteStreams } from '../text/bytes.js';
import { posixExpression } from '../text/regular-expression.js';
import { Channels } from './channels.js';
import { Fields, splitText } from './fields.js';
import { format, formatTime, numeric, replacementText, secondsOf, substring } from './functions.js';
import { RecordReader } from './reader.js';
import type { Expression, Program, Statement, Target, UserFunction } from './syntax.js';
import { unescapeString } from './tokens.js';
import { compare, InputText, isTrue, toNumber, toText, type Value } from './values.js';

/** A variable: a value or an array. */
interface Cell {
  value: Value;
  array?: Map<string, Value> | undefined;
  /** The variable that was passed, and becomes an array when this one does. */
  readonly origin?: Cell;
}

/** Leaves a loop, a record, a file, a function or the program. */
class Leave extends Error {
  readonly how: 'break' | 'continue' | 'next' | 'nextfile' | 'exit' | 'return';
  readonly value: Value;

  constructor(how: Leave['how'], value?: Value) {
    super(how);
    this.how = how;
    this.value = value;
  }
}

/** The bytes that the strings of a program may have. */
const maxText = 1 << 26;
/** How deep functions may call each other. */
const maxCalls = 1000;
/** After so many steps, others get their turn. */
const turn = 2000;

export interface MachineOptions {
  readonly streams: ByteStreams;
  readonly program: Program;
  /** The arguments: the name of the program, files and assignments. */
  readonly args: readonly string[];
  /** Assignments `name=value` that precede the program. */
  readonly assignments: readonly string[];
}

export class Machine {
  readonly #streams: ByteStreams;
  readonly #program: Program;
  readonly #channels: Channels;
  readonly #globals = new Map<string, Cell>();
  #locals: ReadonlyMap<string, Cell> = new Map();
  readonly #fields: Fields;
  readonly #expressions = new Map<string, LinearExpression>();
  readonly #ranges = new Set<number>();
  #main: RecordReader | undefined;
  #argument = 1;
  #hasFile = false;
  #code = 0;
  #steps = 0;
  #calls = 0;
  #stored = 0;
  #seed = 1;
  #random = 1;

  constructor({ streams, program, args, assignments }: MachineOptions) {
    this.#streams = streams;
    this.#program = program;
    this.#channels = new Channels(streams);
    this.#fields = new Fields(
      (text) => splitText(text, this.#separator(this.#text('FS'))),
      (fields) => this.#limited(fields.map((field) => this.#toText(field)).join(this.#text('OFS'))),
    );
    const usual = {
      FS: ' ',
      OFS: ' ',
      ORS: '\n',
      RS: '\n',
      SUBSEP: '\x1c',
      CONVFMT: '%.6g',
      OFMT: '%.6g',
      NR: 0,
      FNR: 0,
      RSTART: 0,
      RLENGTH: -1,
      FILENAME: '',
      ARGC: args.length,
    };
    for (const [name, value] of Object.entries(usual)) this.#cell(name).value = value;
    const variables = [...streams.process.variables].map(([name, value]): [string, Value] => [
      toBytes(name),
      new InputText(toBytes(value)),
    ]);
    this.#cell('ENVIRON').array = new Map(variables);
    this.#cell('ARGV').array = new Map(
      args.map((text, index): [string, Value] => [String(index), new InputText(text)]),
    );
    for (const assignment of assignments) this.#assignText(assignment);
  }

  /** @returns the exit code */
  async run(): Promise<number> {
    try {
      const { rules } = this.#program;
      const ofType = (type: 'BEGIN' | 'END') => rules.filter(({ pattern }) => pattern.type === type);
      await this.#untilExit(async () => {
        for (const { action } of ofType('BEGIN')) if (action) await this.#execute(action);
        if (rules.some(({ pattern }) => pattern.type !== 'BEGIN')) await this.#records();
      });
      // They run after an exit too, except for one from them.
      await this.#untilExit(async () => {
        for (const { action } of ofType('END')) if (action) await this.#execute(action);
      });
    } finally {
      await this.#channels.closeAll();
    }
    return this.#code || this.#streams.code;
  }

  /** Runs until its end, or until `exit` sets the exit code. */
  async #untilExit(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof Leave) || error.how !== 'exit') throw error;
      if (error.value !== undefined) this.#code = toNumber(error.value) & 255;
    }
  }

  async #records(): Promise<void> {
    while (await this.#nextRecord()) {
      try {
        for (const [index, { pattern, action }] of this.#program.rules.entries()) {
          if (pattern.type === 'BEGIN' || pattern.type === 'END') continue;
          if (pattern.type === 'test' && !isTrue(await this.#evaluate(pattern.test))) continue;
          if (pattern.type === 'range' && !(await this.#isInRange(index, pattern.from, pattern.to))) continue;
          if (action) await this.#execute(action);
          else await this.#channels.print(this.#toText(this.#fields.get(0)) + this.#text('ORS'));
        }
      } catch (error) {
        if (!(error instanceof Leave) || (error.how !== 'next' && error.how !== 'nextfile')) throw error;
        if (error.how === 'nextfile') this.#main = undefined;
      }
    }
  }

  async #isInRange(index: number, from: Expression, to: Expression): Promise<boolean> {
    if (!this.#ranges.has(index)) {
      if (!isTrue(await this.#evaluate(from))) return false;
      this.#ranges.add(index);
    }
    if (isTrue(await this.#evaluate(to))) this.#ranges.delete(index);
    return true;
  }

  /** Reads the next record of the arguments. @returns its text; undefined at the end */
  async #nextText(): Promise<string | undefined> {
    for (;;) {
      if (this.#main === undefined && !(await this.#openNext())) return undefined;
      const text = await this.#main?.next(this.#text('RS'));
      if (text === undefined) {
        this.#main = undefined;
        continue;
      }
      for (const name of ['NR', 'FNR']) this.#cell(name).value = toNumber(this.#cell(name).value) + 1;
      return text;
    }
  }

  async #nextRecord(): Promise<boolean> {
    const text = await this.#nextText();
    if (text !== undefined) this.#fields.record = text;
    return text !== undefined;
  }

  async #openNext(): Promise<boolean> {
    const args = this.#array('ARGV');
    for (; this.#argument < toNumber(this.#cell('ARGC').value); this.#argument += 1) {
      const name = this.#toText(args.get(String(this.#argument)));
      if (name === '' || this.#assignText(name)) continue;
      this.#argument += 1;
      this.#hasFile = true;
      if (await this.#open(name)) return true;
      this.#argument -= 1;
    }
    if (this.#hasFile) return false;
    this.#hasFile = true;
    return this.#open('-');
  }

  async #open(name: string): Promise<boolean> {
    try {
      const source = name === '-' ? this.#input() : [this.#streams.file(name)];
      this.#main = new RecordReader(source);
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      await this.#channels.flush();
      await this.#streams.complain(error.message);
      return false;
    }
    this.#cell('FILENAME').value = name === '-' ? '' : name;
    this.#cell('FNR').value = 0;
    return true;
  }

  /** What was printed is written before the program waits for more. */
  async *#input(): AsyncGenerator<string> {
    for (const chunks = this.#streams.chunks(); ;) {
      await this.#channels.flush();
      const { done, value } = await chunks.next();
      if (done === true) return;
      yield value;
    }
  }

  /** Carries out `name=value`. @returns false if the text is no assignment */
  #assignText(text: string): boolean {
    const [, name, value] = /^([A-Za-z_]\w*)=([^]*)$/.exec(text) ?? [];
    if (name === undefined || value === undefined) return false;
    this.#assignName(name, new InputText(unescapeString(value)));
    return true;
  }

  async #execute(statement: Statement): Promise<void> {
    this.#steps += 1;
    if (this.#steps % turn === 0) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#streams.process.killed.aborted) throw new Leave('exit');
    }
    switch (statement.type) {
      case 'block':
        for (const each of statement.body) await this.#execute(each);
        return;
      case 'expression':
        await this.#evaluate(statement.value);
        return;
      case 'print':
        return this.#print(statement);
      case 'if':
        if (isTrue(await this.#evaluate(statement.test))) await this.#execute(statement.yes);
        else if (statement.no) await this.#execute(statement.no);
        return;
      case 'while':
        if (statement.isAfter && !(await this.#loop(statement.body))) return;
        while (isTrue(await this.#evaluate(statement.test))) if (!(await this.#loop(statement.body))) return;
        return;
      case 'for':
        if (statement.start) await this.#execute(statement.start);
        while (statement.test === undefined || isTrue(await this.#evaluate(statement.test))) {
          if (!(await this.#loop(statement.body))) return;
          if (statement.step) await this.#execute(statement.step);
        }
        return;
      case 'each': {
        const array = this.#array(statement.name);
        for (const key of [...array.keys()]) {
          this.#assignName(statement.key, new InputText(key));
          if (!(await this.#loop(statement.body))) return;
        }
        return;
      }
      case 'delete': {
        const array = this.#array(statement.name);
        if (statement.keys === undefined) array.clear();
        else array.delete(await this.#key(statement.keys));
        return;
      }
      case 'leave':
        throw new Leave(statement.how);
      default:
        throw new Leave(statement.type, statement.value && (await this.#evaluate(statement.value)));
    }
  }

  /** Runs the body of a loop once. @returns false after `break` */
  async #loop(body: Statement): Promise<boolean> {
    try {
      await this.#execute(body);
    } catch (error) {
      if (!(error instanceof Leave) || (error.how !== 'break' && error.how !== 'continue')) throw error;
      return error.how === 'continue';
    }
    return true;
  }

  async #print({ isFormatted, args, to }: Extract<Statement, { type: 'print' }>): Promise<void> {
    const values = args.length === 0 ? [this.#fields.get(0)] : await this.#all(args);
    const texts = values.map((value) => toText(value, this.#text('OFMT')));
    const text = isFormatted
      ? format(this.#toText(values[0]), values.slice(1), this.#text('CONVFMT'))
      : texts.join(this.#text('OFS')) + this.#text('ORS');
    if (to === undefined) await this.#channels.print(text);
    else await this.#channels.write(to.kind, this.#toText(await this.#evaluate(to.name)), text);
  }

  async #all(expressions: readonly Expression[]): Promise<Value[]> {
    const values: Value[] = [];
    for (const expression of expressions) values.push(await this.#evaluate(expression));
    return values;
  }

  async #evaluate(expression: Expression): Promise<Value> {
    switch (expression.type) {
      case 'number':
      case 'string':
        return expression.value;
      case 'regex':
        return this.#expression(expression.source).test(this.#toText(this.#fields.get(0))) ? 1 : 0;
      case 'name':
      case 'element':
      case 'field':
        return this.#get(expression);
      case 'group': {
        const values = await this.#all(expression.list);
        return values.length === 1 ? values[0] : values.map((value) => this.#toText(value)).join(this.#text('SUBSEP'));
      }
      case 'unary': {
        const value = await this.#evaluate(expression.value);
        return expression.operator === '!'
          ? isTrue(value)
            ? 0
            : 1
          : toNumber(value) * (expression.operator === '-' ? -1 : 1);
      }
      case 'binary':
        return this.#binary(expression);
      case 'condition':
        return this.#evaluate(isTrue(await this.#evaluate(expression.test)) ? expression.yes : expression.no);
      case 'assign':
        return this.#assign(expression);
      case 'step': {
        const before = toNumber(await this.#get(expression.target));
        await this.#set(expression.target, before + expression.by);
        return expression.isPrefix ? before + expression.by : before;
      }
      case 'in':
        return this.#array(expression.name).has(await this.#key(expression.keys)) ? 1 : 0;
      case 'match': {
        const text = this.#toText(await this.#evaluate(expression.text));
        const isMatch = (await this.#pattern(expression.pattern)).test(text);
        return isMatch === expression.isNegated ? 0 : 1;
      }
      case 'getline':
        return this.#getline(expression);
      case 'call':
        return this.#call(expression);
      case 'builtin':
        return this.#builtin(expression);
    }
  }

  async #binary({ operator, left, right }: Extract<Expression, { type: 'binary' }>): Promise<Value> {
    const one = await this.#evaluate(left);
    if (operator === '&&') return isTrue(one) && isTrue(await this.#evaluate(right)) ? 1 : 0;
    if (operator === '||') return isTrue(one) || isTrue(await this.#evaluate(right)) ? 1 : 0;
    const other = await this.#evaluate(right);
    if (operator === ' ') return this.#limited(this.#toText(one) + this.#toText(other));
    if (!/^[<>=!]/.test(operator)) return calculate(operator, toNumber(one), toNumber(other));
    const order = compare(one, other, this.#text('CONVFMT'));
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
    const given = await this.#evaluate(value);
    const assigned =
      operator === '=' ? given : calculate(operator.slice(0, -1), toNumber(await this.#get(target)), toNumber(given));
    await this.#set(target, assigned);
    return assigned;
  }

  async #get(target: Target): Promise<Value> {
    if (target.type === 'field') return this.#fields.get(Math.trunc(toNumber(await this.#evaluate(target.index))));
    if (target.type === 'name') {
      if (target.name === 'NF' && !this.#locals.has('NF')) return this.#fields.count;
      return this.#cell(target.name).value;
    }
    const array = this.#array(target.name);
    const key = await this.#key(target.keys);
    // An element exists when it was read.
    if (!array.has(key)) this.#store(array, key, undefined);
    return array.get(key);
  }

  async #set(target: Target, value: Value): Promise<void> {
    if (target.type === 'name') this.#assignName(target.name, value);
    else if (target.type === 'field')
      this.#fields.set(Math.trunc(toNumber(await this.#evaluate(target.index))), value, this.#toText(value));
    else this.#store(this.#array(target.name), await this.#key(target.keys), value);
  }

  #store(array: Map<string, Value>, key: string, value: Value): void {
    const size = (stored: Value): number =>
      typeof stored === 'string' ? stored.length : typeof stored === 'object' ? stored.text.length : 8;
    this.#stored += (array.has(key) ? -size(array.get(key)) : key.length + 64) + size(value);
    if (this.#stored > 2 * maxText) throw new CommandError('out of memory');
    array.set(key, value);
  }

  #assignName(name: string, value: Value): void {
    if (name === 'NF' && !this.#locals.has('NF')) this.#fields.count = Math.trunc(toNumber(value));
    else this.#cell(name).value = value;
  }

  #cell(name: string): Cell {
    const local = this.#locals.get(name);
    if (local !== undefined) return local;
    let cell = this.#globals.get(name);
    if (cell === undefined) this.#globals.set(name, (cell = { value: undefined }));
    return cell;
  }

  #array(name: string): Map<string, Value> {
    return arrayOf(this.#cell(name));
  }

  async #key(keys: readonly Expression[]): Promise<string> {
    const values = await this.#all(keys);
    return values.map((value) => toText(value, this.#text('CONVFMT'))).join(this.#text('SUBSEP'));
  }

  #text(name: string): string {
    const { value } = this.#globals.get(name) ?? { value: '' };
    return typeof value === 'string' ? value : toText(value, '%.6g');
  }

  #toText(value: Value): string {
    return toText(value, this.#text('CONVFMT'));
  }

  #limited(text: string): string {
    if (text.length > maxText) throw new CommandError('out of memory');
    return text;
  }

  #expression(source: string): LinearExpression {
    const ignoresCase = isTrue(this.#globals.get('IGNORECASE')?.value);
    const key = `${ignoresCase ? 'i' : ' '}${source}`;
    let expression = this.#expressions.get(key);
    if (expression === undefined) {
      if (this.#expressions.size > 500) this.#expressions.clear();
      this.#expressions.set(key, (expression = posixExpression(source, true, ignoresCase)));
    }
    return expression;
  }

  async #pattern(expression: Expression): Promise<LinearExpression> {
    if (expression.type === 'regex') return this.#expression(expression.source);
    return this.#expression(this.#toText(await this.#evaluate(expression)));
  }

  #separator(text: string): string | LinearExpression {
    return text.length <= 1 && text !== '\\' ? text : this.#expression(text);
  }

  async #getline({ target, source }: Extract<Expression, { type: 'getline' }>): Promise<Value> {
    let text: string | undefined;
    if (source === undefined) text = await this.#nextText();
    else {
      const name = this.#toText(await this.#evaluate(source.name));
      const reader = await this.#channels.reader(source.kind, name);
      if (reader === undefined) return -1;
      text = await reader.next(this.#text('RS'));
      if (text !== undefined && source.kind === 'command')
        this.#cell('NR').value = toNumber(this.#cell('NR').value) + 1;
    }
    if (text === undefined) return 0;
    if (target === undefined) this.#fields.record = text;
    else await this.#set(target, new InputText(text));
    return 1;
  }

  async #call({ name, args }: Extract<Expression, { type: 'call' }>): Promise<Value> {
    const { parameters, body } = this.#program.functions.get(name) as UserFunction;
    const locals = new Map<string, Cell>();
    for (const [index, parameter] of parameters.entries()) {
      const arg = args[index];
      if (arg?.type === 'name') {
        const cell = this.#cell(arg.name);
        const value = await this.#get(arg);
        locals.set(
          parameter,
          cell.array === undefined ? { value, origin: cell } : { value: undefined, array: cell.array },
        );
      } else locals.set(parameter, { value: arg && (await this.#evaluate(arg)) });
    }
    await this.#all(args.slice(parameters.length));
    const outer = this.#locals;
    this.#locals = locals;
    this.#calls += 1;
    if (this.#calls > maxCalls) throw new CommandError('function calls are nested too deep');
    try {
      await this.#execute(body);
      return undefined;
    } catch (error) {
      if (!(error instanceof Leave) || error.how !== 'return') throw error;
      return error.value;
    } finally {
      this.#calls -= 1;
      this.#locals = outer;
    }
  }

  async #builtin({ name, args }: Extract<Expression, { type: 'builtin' }>): Promise<Value> {
    const [first, second, third] = args;
    const text = async (expression: Expression | undefined): Promise<string> =>
      expression === undefined ? this.#toText(this.#fields.get(0)) : this.#toText(await this.#evaluate(expression));
    const number = async (expression: Expression | undefined): Promise<number> =>
      expression === undefined ? 0 : toNumber(await this.#evaluate(expression));
    const calculated = Object.hasOwn(numeric, name) ? numeric[name] : undefined;
    if (calculated !== undefined) return calculated(...(await this.#all(args)).map(toNumber));
    switch (name) {
      case 'length':
        if (first?.type === 'name' && this.#cell(first.name).array !== undefined) return this.#array(first.name).size;
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
        const [template, ...values] = await this.#all(args);
        return this.#limited(format(this.#toText(template), values, this.#text('CONVFMT')));
      }
      case 'split':
        return this.#split(args);
      case 'match': {
        const found = (await this.#pattern(second ?? { type: 'string', value: '' })).findFrom(await text(first), 0);
        this.#cell('RSTART').value = found === undefined ? 0 : found.index + 1;
        this.#cell('RLENGTH').value = found === undefined ? -1 : (found.texts[0]?.length ?? 0);
        return this.#cell('RSTART').value;
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
        this.#seed = first === undefined ? Math.floor(this.#streams.process.clock.now() / 1000) : await number(first);
        this.#random = this.#seed >>> 0;
        return before;
      }
      case 'systime':
        return Math.floor(this.#streams.process.clock.now() / 1000);
      case 'strftime':
        return formatTime(
          first === undefined ? '%a %b %e %H:%M:%S %Z %Y' : await text(first),
          second === undefined ? Math.floor(this.#streams.process.clock.now() / 1000) : await number(second),
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
    const text = this.#toText(await this.#evaluate(source));
    const by =
      separator === undefined
        ? this.#separator(this.#text('FS'))
        : separator.type === 'regex'
          ? this.#expression(separator.source)
          : this.#separator(this.#toText(await this.#evaluate(separator)));
    const parts = splitText(text, by);
    const array = this.#array(target.name);
    array.clear();
    for (const [index, part] of parts.entries()) this.#store(array, String(index + 1), new InputText(part));
    return parts.length;
  }

  /** `sub` and `gsub`. @returns the number of replacements */
  async #substitute([pattern, replacement, given]: readonly Expression[], isGlobal: boolean): Promise<Value> {
    if (pattern === undefined || replacement === undefined) throw new CommandError('cmd. line:1: Too few arguments');
    const target: Expression = given ?? { type: 'field', index: { type: 'number', value: 0 } };
    const expression = await this.#pattern(pattern);
    const template = this.#toText(await this.#evaluate(replacement));
    const text = this.#toText(await this.#evaluate(target));
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
      await this.#set(target, replaced);
    return count;
  }

  async #generate([pattern, replacement, how, given]: readonly Expression[]): Promise<Value> {
    if (pattern === undefined || replacement === undefined || how === undefined)
      throw new CommandError('cmd. line:1: Too few arguments');
    const expression = await this.#pattern(pattern);
    const template = this.#toText(await this.#evaluate(replacement));
    const which = this.#toText(await this.#evaluate(how));
    const wanted = /^[gG]/.test(which) ? undefined : Math.max(1, Math.trunc(toNumber(which)));
    const text = this.#toText(given === undefined ? this.#fields.get(0) : await this.#evaluate(given));
    let count = 0;
    const replaced = expression.replace(
      text,
      (groups) => {
        count += 1;
        return wanted === undefined || count === wanted ? replacementText(template, groups) : (groups[0] ?? '');
      },
      true,
    );
    return this.#limited(replaced);
  }
}

function arrayOf(cell: Cell): Map<string, Value> {
  cell.array ??= cell.origin === undefined ? new Map<string, Value>() : arrayOf(cell.origin);
  return cell.array;
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
