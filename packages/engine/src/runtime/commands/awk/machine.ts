/** Runs a program of awk. */
import { toBytes, type ByteStreams } from '../text/bytes.js';
import { Channels } from './channels.js';
import { Evaluator } from './evaluate.js';
import { format } from './functions.js';
import { MainInput } from './main-input.js';
import { Memory } from './memory.js';
import type { AwkProgram, Expression, Statement } from './syntax.js';
import { AwkLeave, InputText, isTrue, toNumber, toText } from './values.js';

/** After so many steps, others get their turn. */
const turn = 2000;

export interface MachineOptions {
  readonly streams: ByteStreams;
  readonly program: AwkProgram;
  /** The arguments: the name of the program, files and assignments. */
  readonly args: readonly string[];
  /** Assignments `name=value` that precede the program. */
  readonly assignments: readonly string[];
}

export class Machine {
  readonly #streams: ByteStreams;
  readonly #program: AwkProgram;
  readonly #channels: Channels;
  readonly #memory: Memory;
  readonly #input: MainInput;
  readonly #evaluator: Evaluator;
  readonly #ranges = new Set<number>();
  #code = 0;
  #steps = 0;

  constructor({ streams, program, args, assignments }: MachineOptions) {
    this.#streams = streams;
    this.#program = program;
    this.#channels = new Channels(streams);
    const environment = [...streams.process.variables].map(([name, value]) => [toBytes(name), toBytes(value)] as const);
    this.#memory = new Memory(args, new Map(environment));
    for (const assignment of assignments) this.#memory.assignText(assignment);
    this.#input = new MainInput(this.#memory, streams, this.#channels);
    this.#evaluator = new Evaluator({
      streams,
      program,
      memory: this.#memory,
      channels: this.#channels,
      input: this.#input,
      execute: (statement) => this.#execute(statement),
    });
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
      if (!(error instanceof AwkLeave) || error.how !== 'exit') throw error;
      if (error.value !== undefined) this.#code = toNumber(error.value) & 255;
    }
  }

  async #records(): Promise<void> {
    while (await this.#nextRecord()) {
      try {
        for (const [index, { pattern, action }] of this.#program.rules.entries()) {
          if (pattern.type === 'BEGIN' || pattern.type === 'END') continue;
          if (pattern.type === 'test' && !isTrue(await this.#evaluator.evaluate(pattern.test))) continue;
          if (pattern.type === 'range' && !(await this.#isInRange(index, pattern.from, pattern.to))) continue;
          if (action) await this.#execute(action);
          else await this.#channels.print(this.#memory.toText(this.#memory.fields.get(0)) + this.#memory.text('ORS'));
        }
      } catch (error) {
        if (!(error instanceof AwkLeave) || (error.how !== 'next' && error.how !== 'nextfile')) throw error;
        if (error.how === 'nextfile') this.#input.skipFile();
      }
    }
  }

  async #isInRange(index: number, from: Expression, to: Expression): Promise<boolean> {
    if (!this.#ranges.has(index)) {
      if (!isTrue(await this.#evaluator.evaluate(from))) return false;
      this.#ranges.add(index);
    }
    if (isTrue(await this.#evaluator.evaluate(to))) this.#ranges.delete(index);
    return true;
  }

  async #nextRecord(): Promise<boolean> {
    const text = await this.#input.next();
    if (text !== undefined) this.#memory.fields.record = this.#memory.limited(text);
    return text !== undefined;
  }

  async #execute(statement: Statement): Promise<void> {
    this.#steps += 1;
    if (this.#steps % turn === 0) {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#streams.process.killed.aborted) throw new AwkLeave('exit');
    }
    switch (statement.type) {
      case 'block':
        for (const each of statement.body) await this.#execute(each);
        return;
      case 'expression':
        await this.#evaluator.evaluate(statement.value);
        return;
      case 'print':
        return this.#print(statement);
      case 'if':
        if (isTrue(await this.#evaluator.evaluate(statement.test))) await this.#execute(statement.yes);
        else if (statement.no) await this.#execute(statement.no);
        return;
      case 'while':
        if (statement.isAfter && !(await this.#loop(statement.body))) return;
        while (isTrue(await this.#evaluator.evaluate(statement.test))) if (!(await this.#loop(statement.body))) return;
        return;
      case 'for':
        if (statement.start) await this.#execute(statement.start);
        while (statement.test === undefined || isTrue(await this.#evaluator.evaluate(statement.test))) {
          if (!(await this.#loop(statement.body))) return;
          if (statement.step) await this.#execute(statement.step);
        }
        return;
      case 'each': {
        const array = this.#memory.array(statement.name);
        for (const key of [...array.keys()]) {
          this.#memory.assignName(statement.key, new InputText(key));
          if (!(await this.#loop(statement.body))) return;
        }
        return;
      }
      case 'delete': {
        const array = this.#memory.array(statement.name);
        if (statement.keys === undefined) array.clear();
        else array.delete(await this.#evaluator.key(statement.keys));
        return;
      }
      case 'leave':
        throw new AwkLeave(statement.how);
      default:
        throw new AwkLeave(statement.type, statement.value && (await this.#evaluator.evaluate(statement.value)));
    }
  }

  /** Runs the body of a loop once. @returns false after `break` */
  async #loop(body: Statement): Promise<boolean> {
    try {
      await this.#execute(body);
    } catch (error) {
      if (!(error instanceof AwkLeave) || (error.how !== 'break' && error.how !== 'continue')) throw error;
      return error.how === 'continue';
    }
    return true;
  }

  async #print({ isFormatted, args, to }: Extract<Statement, { type: 'print' }>): Promise<void> {
    const values = args.length === 0 ? [this.#memory.fields.get(0)] : await this.#evaluator.all(args);
    const texts = values.map((value) => toText(value, this.#memory.text('OFMT')));
    const text = isFormatted
      ? format(this.#memory.toText(values[0]), values.slice(1), this.#memory.text('CONVFMT'))
      : texts.join(this.#memory.text('OFS')) + this.#memory.text('ORS');
    if (to === undefined) await this.#channels.print(text);
    else await this.#channels.write(to.kind, this.#memory.toText(await this.#evaluator.evaluate(to.name)), text);
  }
}
