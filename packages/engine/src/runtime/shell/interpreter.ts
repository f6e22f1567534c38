/** Runs scripts of the shell: commands, pipelines, lists, conditions, loops, functions. */
import type {
  AndOr,
  Case,
  CommandNode,
  If,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Redirection,
  Statement,
  Subshell,
} from 'unbash';
import { endedInput, Input } from '../../streams/input.js';
import { readInput } from '../commands/command.js';
import type { ProcessContext } from '../process-context.js';
import { BrokenPipe, OutputBuffer, Pipe, type ProcessStreams } from '../process-streams.js';
import { brokenPipeCode, runToEnd } from '../run-program.js';
import { Expander } from './expand.js';
import { runCount, runFor, runWhile } from './loops.js';
import { parser } from './parser.js';
import { patternExpression } from './pattern.js';
import { onlyFileOf, redirect } from './redirect.js';
import type { RunningShell } from './run-program.js';
import { execute, runSimpleCommand } from './simple-command.js';
import { Leave, leaveFor, ShellState } from './shell-state.js';
import { toExit } from './to-exit.js';
import { testExpression } from './test-expression.js';

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
    // The lines before an error run.
    const end = error === undefined ? source.length : source.lastIndexOf('\n', error.pos);
    const statements = script.commands.filter((each) => error === undefined || each.end <= end);
    const { source: before, options } = this.state;
    this.state.source = source;
    if (options.has('v')) await this.state.process.write('stderr', source.endsWith('\n') ? source : `${source}\n`);
    this.state.depth += 1;
    try {
      const code = await this.#lines(source, statements, isLast && error === undefined);
      if (error === undefined) return code;
      await this.state.process.write('stderr', `${this.state.name}: syntax error: ${error.message}\n`);
      return (this.state.exitCode = 2);
    } finally {
      this.state.source = before;
      this.state.depth -= 1;
    }
  }

  /** Runs the statements of a text. After an error that leaves a line, the outermost text goes on with the next one. */
  async #lines(source: string, statements: readonly Statement[], isLast: boolean): Promise<number> {
    const { state } = this;
    for (let index = 0; index < statements.length; index += 1) {
      const { end } = statements[index] as Statement;
      try {
        await this.statements(statements.slice(index, index + 1), isLast && index === statements.length - 1);
      } catch (error) {
        if (!(error instanceof Leave) || error.from !== 'line' || state.depth > 1) throw error;
        state.exitCode = error.count;
        if (state.options.has('e')) throw new Leave('exit', error.count);
        while ((statements[index + 1]?.pos ?? source.length) < source.indexOf('\n', end)) index += 1;
        if (!source.includes('\n', end)) return state.exitCode;
      }
    }
    return state.exitCode;
  }

  async statements(statements: readonly Statement[], isLast = false): Promise<number> {
    const { state } = this;
    for (const [index, { command, background, pos }] of statements.entries()) {
      await this.runTraps();
      state.position = pos;
      if (state.options.has('n') && !state.isInteractive) break;
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
    state.jobs.add(job.entry, state.source.slice(command.pos, command.end));
    this.#runIn(job, (shell) => shell.#node(command, true)).catch((error: unknown) => this.report(error));
    state.exitCode = 0;
  }

  /** Runs the scripts of received signals, which shells do between two commands. */
  async runTraps(): Promise<void> {
    const { state } = this;
    for (let signal = state.pendingTraps.shift(); signal !== undefined; signal = state.pendingTraps.shift())
      await this.#runTrap(state.trapScripts.get(signal) ?? '');
  }

  async #runTrap(script: string): Promise<void> {
    const { exitCode, trapCode, position } = this.state;
    this.state.trapCode = exitCode;
    await this.run(script);
    Object.assign(this.state, { exitCode, trapCode, position });
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
    const { state } = this;
    state.exitCode = code;
    if (node.type !== 'Pipeline' || node.commands.length === 1) state.pipeCodes = [code];
    const isNegated = node.type === 'Pipeline' && node.prefixes.some(({ type }) => type === 'Negation');
    if (code === 0 || isNegated || state.conditions > 0) return code;
    const script = state.trapScripts.get('ERR');
    const isInherited = state.locals.length === 0 || state.options.has('E');
    if (script !== undefined && isInherited && state.trapCode === undefined) await this.#runTrap(script);
    if (state.options.has('e')) throw new Leave('exit', code);
    return code;
  }

  async #andOr({ commands, operators }: AndOr, endsProcess: boolean): Promise<number> {
    let code = 0;
    for (const [index, command] of commands.entries()) {
      const operator = index === 0 ? undefined : operators[index - 1];
      if ((operator === '&&' && code !== 0) || (operator === '||' && code === 0)) continue;
      const isLast = index === commands.length - 1;
      code = isLast ? await this.#node(command, endsProcess) : await this.state.expecting(() => this.#node(command));
    }
    return (this.state.exitCode = code);
  }

  async #pipeline({ commands, prefixes, operators }: Pipeline, isLast: boolean): Promise<number> {
    const isNegated = prefixes.some(({ type }) => type === 'Negation');
    const run = (): Promise<number> =>
      commands.length === 1
        ? this.command(commands[0] as CommandNode, isLast && prefixes.length === 0)
        : this.#pipe(commands, operators);
    const started = this.state.process.clock.now();
    const code = isNegated ? await this.state.expecting(run) : await run();
    if (this.state.isBash && prefixes.some(({ type }) => type === 'Time')) {
      const seconds = ((this.state.process.clock.now() - started) / 1000).toFixed(3);
      await this.state.process.write('stderr', `\nreal\t0m${seconds}s\nuser\t0m0.000s\nsys\t0m0.000s\n`);
    }
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
      const [streams, own] = [{ ...outer, input, stdout, stderr }, input];
      input = next.input;
      return this.#subshell((shell) => shell.command(command, true), streams).finally(() => {
        next.input.end();
        if (index > 0 && own instanceof Input) own.close();
      });
    });
    const results = await Promise.all(codes);
    this.state.pipeCodes = results;
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
        if (error instanceof Leave) return error.from === 'break' || error.from === 'continue' ? 0 : error.count;
        if (error instanceof BrokenPipe) return brokenPipeCode;
        throw error;
      }
    });
  }

  async #output(script: ParsedScript): Promise<string> {
    const output = new OutputBuffer();
    const streams = { ...this.state.process.streams, stdout: output.sink };
    const file = onlyFileOf(script);
    if (file !== undefined) return (await this.#content(file)).toString();
    const { trapScripts } = this.state;
    const run = (shell: Interpreter): Promise<number> => {
      Object.assign(shell.state, {
        source: script.source ?? shell.state.source,
        exitCode: script.commands.length === 0 ? 0 : shell.state.exitCode,
        outerTraps: trapScripts,
      });
      return shell.statements(script.commands, true);
    };
    const code = await this.#subshell(run, streams);
    this.state.exitCode = this.state.substitutionCode = code;
    return output.toString();
  }

  /** Reads what `$(<file)` names. */
  async #content(redirections: readonly Redirection[]): Promise<Buffer> {
    const { process } = this.state;
    return readInput(process.withStreams(await redirect(redirections, process.streams, this.expander, this.state)));
  }

  async command(node: CommandNode, isLast = false): Promise<number> {
    try {
      return await this.state.releasing(() => this.#command(node, isLast));
    } catch (error) {
      if (!(error instanceof Error) || error instanceof BrokenPipe) throw error;
      await this.report(error);
      const isTest = node.type === 'TestCommand' || node.type === 'ArithmeticCommand';
      if (isTest && this.state.isBash) return node.type === 'TestCommand' ? 2 : 1;
      throw leaveFor(error, this.state);
    }
  }

  async #command(node: CommandNode, isLast: boolean): Promise<number> {
    switch (node.type) {
      case 'Command':
        return runSimpleCommand(this, node, isLast);
      case 'Redirected':
        return this.redirected(node.redirects, (shell) => shell.command(node.command, isLast));
      case 'If':
        return this.#if(node, isLast);
      case 'For':
        return runFor(this, node);
      case 'While':
        return runWhile(this, node);
      case 'Case':
        return this.#case(node, isLast);
      case 'BraceGroup':
        return this.statements(node.body.commands, isLast);
      case 'Subshell':
        return this.#parentheses(node);
      case 'Function':
        this.state.functions.set(node.name.value, { body: node.body, source: this.state.source });
        return 0;
      case 'TestCommand':
        return (await testExpression(this, node.expression)) ? 0 : 1;
      case 'ArithmeticCommand':
        return (await this.expander.evaluate(node.body)) === 0n ? 1 : 0;
      case 'ArithmeticFor':
        return runCount(this, node);
      default:
        throw new Error(`${node.type} is not supported`);
    }
  }

  runWords(words: readonly string[]): Promise<number> {
    return execute(this, words, { skipsFunctions: true });
  }

  #parentheses({ body }: Subshell): Promise<number> {
    return this.#subshell((shell) => shell.statements(body.commands, true));
  }

  /** Runs with redirections. */
  async redirected(redirections: readonly Redirection[], action: (shell: Interpreter) => Promise<number>) {
    let streams: ProcessStreams;
    try {
      streams = await redirect(redirections, this.state.process.streams, this.expander, this.state);
    } catch (error) {
      await this.report(error);
      return 1;
    }
    return this.withStreams(streams, action);
  }

  async #if({ clause, then, elif, else: otherwise }: If, isLast: boolean): Promise<number> {
    for (const branch of [{ clause, then }, ...elif]) {
      if ((await this.state.expecting(() => this.statements(branch.clause.commands))) === 0)
        return this.statements(branch.then.commands, isLast);
    }
    this.state.exitCode = 0;
    return otherwise === undefined ? 0 : this.statements(otherwise.commands, isLast);
  }

  async #case({ word, items }: Case, isLast: boolean): Promise<number> {
    const value = await this.expander.text(word);
    let [code, continues] = [0, false];
    for (const { pattern, body, terminator } of items) {
      let matches = continues;
      for (const each of pattern) matches ||= patternExpression(await this.expander.pattern(each)).test(value);
      if (!matches) continue;
      const isEnd = terminator === undefined || terminator === ';;';
      code = await this.statements(body.commands, isLast && isEnd);
      if (isEnd) return code;
      continues = terminator === ';&';
    }
    return code;
  }

  report(error: unknown): Promise<void> {
    const message = error instanceof Error ? error.message : String(error);
    return this.state.process.write('stderr', `${this.state.name}: ${message}\n`);
  }
}
