/** Runs scripts of the shell: commands, pipelines, lists, conditions, loops, functions. */
import { createRequire } from 'node:module';
import type {
  AndOr,
  Case,
  CommandNode,
  CompoundList,
  For,
  If,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Redirection,
  Statement,
  Subshell,
  TestExpression,
  While,
} from 'unbash';
import { endedInput, Input } from '../../streams/input.js';
import type { ProcessContext } from '../process-context.js';
import { BrokenPipe, type OutputSink, Pipe, type ProcessStreams } from '../process-streams.js';
import { brokenPipeCode, runToEnd } from '../run-program.js';
import { Expander } from './expand.js';
import { patternExpression } from './pattern.js';
import { redirect } from './redirect.js';
import type { RunningShell } from './run-program.js';
import { runSimpleCommand } from './simple-command.js';
import { Leave, ShellState } from './shell-state.js';
import { toExit } from './to-exit.js';
import { testWords } from './test-command.js';

let library: typeof import('unbash') | undefined;

/**
 * Loads the parser, which is long, with the first script, and at once: what that script prints first is in the logs when its container
 * has started.
 */
export function parser(): typeof import('unbash') {
  return (library ??= createRequire(import.meta.url)('unbash') as typeof import('unbash'));
}

export class Interpreter implements RunningShell {
  readonly state: ShellState;
  readonly expander: Expander;

  constructor(state: ShellState) {
    this.state = state;
    this.expander = new Expander(state, (script) => this.#output(script));
  }

  /**
   * Parses and runs a script.
   *
   * @param isLast whether the process ends with it: the last program takes the place of the shell then
   * @returns the exit code
   */
  async run(source: string, isLast = false): Promise<number> {
    const script = parser().parse(source);
    const [error] = script.errors ?? [];
    if (error !== undefined) {
      await this.state.process.write('stderr', `${this.state.name}: syntax error: ${error.message}\n`);
      return (this.state.exitCode = 2);
    }
    return this.statements(script.commands, isLast);
  }

  async statements(statements: readonly Statement[], isLast = false): Promise<number> {
    const { state } = this;
    for (const [index, { command, background }] of statements.entries()) {
      await this.runTraps();
      if (state.process.killed.aborted) throw new Leave('exit', state.exitCode);
      if (background === true) this.#startJob(command);
      else await this.#node(command, isLast && index === statements.length - 1);
    }
    await this.runTraps();
    return state.exitCode;
  }

  #startJob(command: Statement['command']): void {
    const { state } = this;
    const { process } = state;
    // A job does not take the input of the commands after it.
    const streams = state.isInteractive ? process.streams : { ...process.streams, input: endedInput() };
    const job = process.fork({ streams, isBackground: true });
    state.jobs.add(job.entry);
    this.#runIn(job, (shell) => shell.#node(command, true)).catch((error: unknown) => this.report(error));
    state.exitCode = 0;
  }

  /** Runs the scripts of received signals, which shells do between two commands. */
  async runTraps(): Promise<void> {
    const { state } = this;
    for (let signal = state.pendingTraps.shift(); signal !== undefined; signal = state.pendingTraps.shift()) {
      const { exitCode, trapCode } = state;
      state.trapCode = exitCode;
      await this.run(state.trapScripts.get(signal) ?? '');
      Object.assign(state, { exitCode, trapCode });
    }
  }

  /** Runs with other streams. */
  async withStreams<Result>(streams: ProcessStreams, action: (shell: Interpreter) => Promise<Result>): Promise<Result> {
    const { state } = this;
    const process = state.process.withStreams(streams);
    const inner = Object.assign(Object.create(ShellState.prototype) as ShellState, state, { process });
    const result = await action(new Interpreter(inner));
    state.process.folder = process.folder;
    state.exitCode = inner.exitCode;
    state.args = inner.args;
    return result;
  }

  async #node(node: AndOr | PipelineNode, isLast = false): Promise<number> {
    if (node.type === 'AndOr') return this.#andOr(node, isLast);
    const code = node.type === 'Pipeline' ? await this.#pipeline(node, isLast) : await this.command(node, isLast);
    this.state.exitCode = code;
    const isNegated = node.type === 'Pipeline' && node.prefixes.some(({ type }) => type === 'Negation');
    if (code !== 0 && !isNegated && this.state.conditions === 0 && this.state.options.has('e'))
      throw new Leave('exit', code);
    return code;
  }

  async #andOr({ commands, operators }: AndOr, endsProcess: boolean): Promise<number> {
    let code = 0;
    for (const [index, command] of commands.entries()) {
      const operator = index === 0 ? undefined : operators[index - 1];
      if ((operator === '&&' && code !== 0) || (operator === '||' && code === 0)) continue;
      const isLast = index === commands.length - 1;
      code = isLast ? await this.#node(command, endsProcess) : await this.#condition(() => this.#node(command));
    }
    return (this.state.exitCode = code);
  }

  async #condition(action: () => Promise<number>): Promise<number> {
    this.state.conditions += 1;
    try {
      return await action();
    } finally {
      this.state.conditions -= 1;
    }
  }

  async #pipeline({ commands, prefixes, operators }: Pipeline, isLast: boolean): Promise<number> {
    const isNegated = prefixes.some(({ type }) => type === 'Negation');
    const run = (): Promise<number> =>
      commands.length === 1
        ? this.command(commands[0] as CommandNode, isLast && prefixes.length === 0)
        : this.#pipe(commands, operators);
    const code = isNegated ? await this.#condition(run) : await run();
    return isNegated ? (code === 0 ? 1 : 0) : code;
  }

  async #pipe(commands: readonly CommandNode[], operators: Pipeline['operators']): Promise<number> {
    const outer = this.state.process.streams;
    let input = outer.input;
    const codes = commands.map((command, index) => {
      const isLast = index === commands.length - 1;
      const next = new Pipe();
      const stdout = isLast ? outer.stdout : next.sink;
      const stderr = operators[index] === '|&' ? stdout : outer.stderr;
      const [streams, own] = [{ input, stdout, stderr }, input];
      input = next.input;
      return this.#subshell((shell) => shell.command(command, true), streams).finally(() => {
        next.input.end();
        if (index > 0 && own instanceof Input) own.close();
      });
    });
    const results = await Promise.all(codes);
    const failed = this.state.options.has('pipefail') ? results.findLast((code) => code !== 0) : undefined;
    return failed ?? results.at(-1) ?? 0;
  }

  /** Runs in a copy of this shell, which is a child process. @returns the exit code */
  #subshell(
    action: (shell: Interpreter) => Promise<number>,
    streams: ProcessStreams = this.state.process.streams,
  ): Promise<number> {
    return this.#runIn(this.state.process.fork({ streams }), action);
  }

  #runIn(process: ProcessContext, action: (shell: Interpreter) => Promise<number>): Promise<number> {
    const { state } = this;
    const shell = new Interpreter(new ShellState(process, state.name, state.args, state));
    return runToEnd(process, async () => {
      try {
        return await toExit(shell, action(shell));
      } catch (error) {
        if (error instanceof Leave) return error.count;
        if (error instanceof BrokenPipe) return brokenPipeCode;
        throw error;
      }
    });
  }

  async #output(script: ParsedScript): Promise<string> {
    const chunks: Buffer[] = [];
    const stdout: OutputSink = (data) => {
      chunks.push(Buffer.from(data as Uint8Array));
      return Promise.resolve();
    };
    const streams = { ...this.state.process.streams, stdout };
    const code = await this.#subshell((shell) => shell.statements(script.commands, true), streams);
    this.state.exitCode = this.state.substitutionCode = code;
    return Buffer.concat(chunks).toString();
  }

  async command(node: CommandNode, isLast = false): Promise<number> {
    switch (node.type) {
      case 'Command':
        return runSimpleCommand(this, node, isLast);
      case 'Redirected':
        return this.redirected(node.redirects, (shell) => shell.command(node.command, isLast));
      case 'If':
        return this.#if(node, isLast);
      case 'For':
        return this.#for(node);
      case 'While':
        return this.#while(node);
      case 'Case':
        return this.#case(node, isLast);
      case 'BraceGroup':
        return this.statements(node.body.commands, isLast);
      case 'Subshell':
        return this.#parentheses(node);
      case 'Function':
        this.state.functions.set(node.name.value, node.body);
        return 0;
      case 'TestCommand':
        return (await this.#test(node.expression)) ? 0 : 1;
      case 'ArithmeticCommand':
        return node.expression !== undefined && (await this.expander.evaluate(node.expression)) !== 0 ? 0 : 1;
      default:
        throw new Error(`${node.type} is not supported`);
    }
  }

  #parentheses({ body }: Subshell): Promise<number> {
    return this.#subshell((shell) => shell.statements(body.commands, true));
  }

  /** Runs with redirections. */
  async redirected(redirections: readonly Redirection[], action: (shell: Interpreter) => Promise<number>) {
    let streams: ProcessStreams;
    try {
      streams = await redirect(redirections, this.state.process.streams, this.expander, this.state.process);
    } catch (error) {
      await this.report(error);
      return 1;
    }
    return this.withStreams(streams, action);
  }

  async #if({ clause, then, elif, else: otherwise }: If, isLast: boolean): Promise<number> {
    for (const branch of [{ clause, then }, ...elif]) {
      if ((await this.#condition(() => this.statements(branch.clause.commands))) === 0)
        return this.statements(branch.then.commands, isLast);
    }
    this.state.exitCode = 0;
    return otherwise === undefined ? 0 : this.statements(otherwise.commands, isLast);
  }

  async #for({ name, wordlist, body }: For): Promise<number> {
    const values = wordlist === undefined ? this.state.args : await this.expander.words(wordlist);
    let code = 0;
    for (const value of values) {
      this.state.process.assign(name.value, value);
      const left = await this.#loopBody(body);
      code = this.state.exitCode;
      if (left) break;
    }
    return code;
  }

  async #while({ kind, clause, body }: While): Promise<number> {
    let code = 0;
    for (;;) {
      // Yields to other processes.
      await new Promise((resolve) => setImmediate(resolve));
      if (this.state.process.killed.aborted) throw new Leave('exit', code);
      const isTrue = (await this.#condition(() => this.statements(clause.commands))) === 0;
      if (isTrue !== (kind === 'while')) return code;
      const left = await this.#loopBody(body);
      code = this.state.exitCode;
      if (left) return code;
    }
  }

  /** @returns whether the loop ends */
  async #loopBody(body: CompoundList): Promise<boolean> {
    this.state.loops += 1;
    try {
      await this.statements(body.commands);
      return false;
    } catch (error) {
      if (!(error instanceof Leave) || (error.from !== 'break' && error.from !== 'continue')) throw error;
      error.count -= 1;
      if (error.count > 0) throw error;
      this.state.exitCode = 0;
      return error.from === 'break';
    } finally {
      this.state.loops -= 1;
    }
  }

  async #case({ word, items }: Case, isLast: boolean): Promise<number> {
    const value = await this.expander.text(word);
    for (const { pattern, body } of items) {
      for (const each of pattern)
        if (patternExpression(await this.expander.pattern(each)).test(value))
          return this.statements(body.commands, isLast);
    }
    return 0;
  }

  async #test(expression: TestExpression): Promise<boolean> {
    switch (expression.type) {
      case 'TestLogical': {
        for (const operand of expression.operands) {
          const result = await this.#test(operand);
          if (result !== (expression.operator === '&&')) return result;
        }
        return expression.operator === '&&';
      }
      case 'TestNot':
        return (await this.#test(expression.operand)) === (expression.negations.length % 2 === 0);
      case 'TestGroup':
        return this.#test(expression.expression);
      case 'TestUnary':
        return testWords([expression.operator, await this.expander.text(expression.operand)], this.state.process);
      case 'TestBinary': {
        const { operator, left, right } = expression;
        const value = await this.expander.text(left);
        if (['==', '=', '!='].includes(operator))
          return patternExpression(await this.expander.pattern(right)).test(value) === (operator !== '!=');
        return testWords([value, operator, await this.expander.text(right)], this.state.process);
      }
    }
  }

  report(error: unknown): Promise<void> {
    const message = error instanceof Error ? error.message : String(error);
    return this.state.process.write('stderr', `${this.state.name}: ${message}\n`);
  }
}
