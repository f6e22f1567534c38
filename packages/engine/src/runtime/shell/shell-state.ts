/** The state of a shell: variables, functions, arguments, options. */
import { randomInt } from 'node:crypto';
import type { Function as FunctionNode } from 'unbash';
import { userOf } from '../commands/users.js';
import type { ProcessContext } from '../process-context.js';
import type { ProcessEntry } from '../process-entry.js';
import { evaluate, type ArithmeticScope } from './arithmetic.js';

/** The signals that a shell has received, and whose scripts have not run yet. */
class PendingTraps {
  readonly #signals: string[] = [];
  #wake: () => void = () => undefined;

  push(signal: string): void {
    this.#signals.push(signal);
    this.#wake();
  }

  shift(): string | undefined {
    return this.#signals.shift();
  }

  /** Resolves with the first signal that waits, without taking it. */
  async next(): Promise<string> {
    for (;;) {
      const [signal] = this.#signals;
      if (signal !== undefined) return signal;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

interface Job {
  readonly number: number;
  readonly entry: ProcessEntry;
  /** Its commands. */
  readonly text: string;
}

class Jobs {
  readonly #jobs: Job[] = [];
  lastPid: number | undefined;

  add(entry: ProcessEntry, text: string): void {
    this.#jobs.push({ number: (this.#jobs.at(-1)?.number ?? 0) + 1, entry, text });
    this.lastPid = entry.pid;
  }

  all(): readonly Job[] {
    return [...this.#jobs];
  }

  /** Finds a job by its number, such as `%1`, or by the number of its process. */
  find(word: string): Job | undefined {
    if (/^%[%+]?$/.test(word)) return this.#jobs.at(-1);
    const [, number] = /^%(\d+)$/.exec(word) ?? [];
    return this.#jobs.find((job) =>
      number === undefined ? String(job.entry.pid) === word : job.number === Number(number),
    );
  }

  /** Forgets a job whose end was reported. */
  forget(job: Job): void {
    const index = this.#jobs.indexOf(job);
    if (index >= 0) this.#jobs.splice(index, 1);
  }
}

/** Returns what an error of an expansion leaves: bash goes on with the next line. */
export function leaveFor(error: Error, { isBash }: ShellState): Leave {
  if (!isBash) return new Leave('exit', 2);
  return new Leave(error instanceof ParameterError ? 'exit' : 'line', 1);
}

/** Thrown for a parameter that has to be set, which ends a shell. */
export class ParameterError extends Error {}

/** Thrown to leave a loop, a function, the rest of a line, or the shell. */
export class Leave {
  readonly from: 'break' | 'continue' | 'return' | 'line' | 'exit';
  /** The number of loops to leave, or the exit code. */
  count: number;

  constructor(from: Leave['from'], count: number) {
    this.from = from;
    this.count = count;
  }
}

/** The commands of a function, and the text in which they are. */
export interface ShellFunction {
  readonly body: FunctionNode['body'];
  readonly source: string;
}

/** A variable as it was before. */
export interface SavedVariable {
  readonly elements: ReadonlyMap<string, string>;
  readonly attributes: readonly Set<string>[];
}

export class ShellState implements ArithmeticScope {
  readonly process: ProcessContext;
  readonly name: string;
  /** Whether it was called as `bash`: braces expand. */
  readonly isBash: boolean;
  readonly exported: Set<string>;
  readonly readOnly: Set<string>;
  /** The variables whose values are evaluated. */
  readonly integers: Set<string>;
  /** The arrays with names instead of numbers. */
  readonly associative: Set<string>;
  readonly upperCase: Set<string>;
  readonly lowerCase: Set<string>;
  readonly aliases: Map<string, string>;
  readonly functions: Map<string, ShellFunction>;
  /** The scripts for signals, and for EXIT. */
  readonly trapScripts = new Map<string, string>();
  /** Those of the shell around a command substitution, which lists them. */
  outerTraps: ReadonlyMap<string, string> = new Map();
  /** The signals whose scripts have not run yet. */
  readonly pendingTraps = new PendingTraps();
  /** The processes in the background. */
  readonly jobs = new Jobs();
  /** Those of the shell around a subshell, which lists them. */
  readonly outerJobs: Jobs | undefined;
  /** The number of the shell, also in its subshells. */
  readonly shellPid: number;
  /** Whether it reads commands from a terminal. */
  isInteractive = false;
  /** The letters of `set`, its long names without a letter, and those of `shopt`. */
  readonly options: Set<string>;
  args: readonly string[];
  /** The text that runs, and where in it. */
  source = '';
  position = 0;
  /** The paths of the outputs of `<(command)` in the commands that run. */
  readonly substitutions: string[] = [];
  /** How many texts run inside of each other. */
  depth = 0;
  /** The exit codes of the commands of the last pipeline. */
  pipeCodes: readonly number[] = [];
  /** The functions that run, the innermost first. */
  callers: readonly string[] = [];
  exitCode = 0;
  /** The exit code before the trap that runs, with which `exit` ends it; undefined without one. */
  trapCode: number | undefined;
  /** The exit code of the last command substitution of the current command, which is its own if it has no name. */
  substitutionCode = 0;
  /** Greater than 0 where a failure is expected, such as in conditions: `set -e` does not apply. */
  conditions = 0;
  /** The number of loops around the command that runs. */
  loops = 0;
  /** The variables that each running function has declared, with their values before. */
  readonly locals: Map<string, SavedVariable>[] = [];

  constructor(process: ProcessContext, name: string, args: readonly string[], parent?: ShellState, isBash = false) {
    this.isBash = parent?.isBash ?? isBash;
    this.process = process;
    this.name = name;
    this.args = args;
    this.shellPid = parent?.shellPid ?? process.pid;
    this.exported = new Set(parent?.exported ?? process.variables.keys());
    this.functions = new Map(parent?.functions);
    this.options = new Set(parent?.options);
    // Signals that are ignored remain so.
    for (const [signal, script] of parent?.trapScripts ?? []) if (script === '') this.trapScripts.set(signal, script);
    this.readOnly = new Set(parent?.readOnly);
    this.integers = new Set(parent?.integers);
    this.associative = new Set(parent?.associative);
    this.upperCase = new Set(parent?.upperCase);
    this.lowerCase = new Set(parent?.lowerCase);
    this.aliases = new Map(parent?.aliases);
    this.source = parent?.source ?? '';
    this.depth = parent?.depth ?? 0;
    this.callers = parent?.callers ?? [];
    this.exitCode = parent?.exitCode ?? 0;
    this.conditions = parent?.conditions ?? 0;
    this.loops = parent?.loops ?? 0;
    this.outerJobs = parent?.jobs.all().length === 0 ? parent.outerJobs : parent?.jobs;
  }

  /** Runs a command, and removes what it has read of others by `<(command)`. */
  async releasing<Result>(action: () => Promise<Result>): Promise<Result> {
    const before = this.substitutions.length;
    try {
      return await action();
    } finally {
      for (const path of this.substitutions.splice(before)) this.process.settings.files.remove(path);
    }
  }

  /** Runs what may fail: `set -e` does not apply. */
  async expecting(action: () => Promise<number>): Promise<number> {
    this.conditions += 1;
    try {
      return await action();
    } finally {
      this.conditions -= 1;
    }
  }

  /** Returns the value of a variable or parameter, or undefined if it is not set. */
  value(name: string): string | undefined {
    if (/^\d+$/.test(name)) return name === '0' ? this.name : this.args[Number(name) - 1];
    switch (name) {
      case '?':
        return String(this.exitCode);
      case '#':
        return String(this.args.length);
      case '$':
        return String(this.shellPid);
      case 'PPID':
        return String(this.process.entry.parent);
      case '!':
        return String(this.jobs.lastPid ?? '');
      case '-':
        return [...this.options].filter((option) => option.length === 1).join('');
      case '*':
        return this.joined(this.args);
      case '@':
        return this.args.join(' ');
      default:
        return this.process.variables.get(keyOf(this, name)) ?? specialValue(this, name);
    }
  }

  /** The values of `$*`. */
  joined(values: readonly string[]): string {
    return values.join((this.process.variables.get('IFS') ?? ' ').charAt(0));
  }

  /** Sets a variable, or the element of an array: `a[1]`. @throws Error for one that cannot be changed */
  assign(name: string, value: string): void {
    const variable = name.replace(/\[.*$/s, '');
    if (this.readOnly.has(variable)) throw new Error(`${variable}: is read only`);
    const text = this.integers.has(variable) ? String(evaluate(value, this)) : value;
    const isLower = this.lowerCase.has(variable);
    this.process.assign(
      keyOf(this, name),
      isLower ? text.toLowerCase() : this.upperCase.has(variable) ? text.toUpperCase() : text,
    );
    if (this.options.has('a')) this.exported.add(name);
  }

  /** Evaluates the index of an element. @throws Error for a number before the first element */
  indexOf(variable: string, index: string): string {
    if (this.associative.has(variable)) return index;
    const number = evaluate(index, this);
    if (number >= 0n) return String(number);
    const last = BigInt([...this.elements(variable).keys()].at(-1) ?? -1);
    if (last + number + 1n < 0n) throw new Error(`${variable}: bad array subscript`);
    return String(last + number + 1n);
  }

  /** Returns the elements of an array by their indexes; a variable has one, `0`. */
  elements(name: string): Map<string, string> {
    const numbered = (values: readonly (string | number)[]) => new Map(values.map((each, at) => [`${at}`, `${each}`]));
    if (name === 'PIPESTATUS') return numbered(this.pipeCodes);
    if (name === 'FUNCNAME') return numbered(this.callers);
    const found: [string, string][] = [];
    for (const [key, value] of this.process.variables) {
      if (key === name) found.push(['0', value]);
      else if (key.startsWith(`${name}[`)) found.push([key.slice(name.length + 1, -1), value]);
    }
    if (!this.associative.has(name)) found.sort(([one], [other]) => Number(one) - Number(other));
    return new Map(found);
  }

  /** Replaces all elements of an array; without any, there is none. */
  setElements(name: string, elements: ReadonlyMap<string, string>): void {
    if (this.readOnly.has(name)) throw new Error(`${name}: is read only`);
    for (const index of this.elements(name).keys()) this.process.variables.delete(elementKey(name, index));
    for (const [index, value] of elements) this.process.assign(elementKey(name, index), value);
  }

  save(name: string): SavedVariable {
    return { elements: this.elements(name), attributes: attributesOf(this).filter((names) => names.has(name)) };
  }

  restore(name: string, { elements, attributes }: SavedVariable): void {
    for (const names of attributesOf(this)) names.delete(name);
    this.setElements(name, elements);
    for (const names of attributes) names.add(name);
  }

  /** Returns the variables that programs see. */
  environment(): Map<string, string> {
    return new Map([...this.process.variables].filter(([name]) => this.exported.has(name)));
  }
}

/** The names of variables with each attribute. */
function attributesOf(state: ShellState): readonly Set<string>[] {
  return [state.readOnly, state.integers, state.associative, state.upperCase, state.lowerCase];
}

function elementKey(name: string, index: string): string {
  return index === '0' ? name : `${name}[${index}]`;
}

/** Returns the value of a variable that the shell computes. */
function specialValue(state: ShellState, name: string): string | undefined {
  switch (name) {
    case 'RANDOM':
      return String(randomInt(32_768));
    case 'LINENO':
      return String(state.source.slice(0, state.position).split('\n').length);
    case 'SECONDS':
      return String(Math.floor((state.process.clock.now() - state.process.entry.started) / 1000));
    case 'FUNCNAME':
      return state.callers[0];
  }
  if (!state.isBash) return undefined;
  switch (name) {
    case 'BASHPID':
      return String(state.process.pid);
    case 'BASH_VERSION':
      return '5.2.15(1)-release';
    case 'EUID':
    case 'UID':
      return userOf(state.process).uid;
    case 'HOSTNAME':
      return state.process.settings.hostname;
    case 'PIPESTATUS':
      return state.pipeCodes[0]?.toString();
    default:
      return undefined;
  }
}

/** Where a variable is: elements are variables such as `a[1]`, and the first one is `a`. */
function keyOf(state: ShellState, name: string): string {
  const [, variable = '', index = ''] = /^(\w+)\[(.*)\]$/s.exec(name) ?? [];
  return variable === '' ? name : elementKey(variable, state.indexOf(variable, index));
}
