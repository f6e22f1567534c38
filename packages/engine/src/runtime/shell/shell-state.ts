/** The state of a shell: variables, functions, arguments, options. */
import type { Function as ShellFunction } from 'unbash';
import type { ProcessContext } from '../process-context.js';
import type { ProcessEntry } from '../process-entry.js';

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
}

class Jobs {
  readonly #jobs: Job[] = [];
  lastPid: number | undefined;

  add(entry: ProcessEntry): void {
    this.#jobs.push({ number: (this.#jobs.at(-1)?.number ?? 0) + 1, entry });
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

/** Thrown to leave a loop, a function or the shell. */
export class Leave {
  readonly from: 'break' | 'continue' | 'return' | 'exit';
  /** The number of loops to leave, or the exit code. */
  count: number;

  constructor(from: Leave['from'], count: number) {
    this.from = from;
    this.count = count;
  }
}

export class ShellState {
  readonly process: ProcessContext;
  readonly name: string;
  readonly exported: Set<string>;
  readonly functions: Map<string, ShellFunction['body']>;
  /** The scripts for signals, and for EXIT. */
  readonly trapScripts = new Map<string, string>();
  /** The signals whose scripts have not run yet. */
  readonly pendingTraps = new PendingTraps();
  /** The processes in the background. */
  readonly jobs = new Jobs();
  /** The number of the shell, also in its subshells. */
  readonly shellPid: number;
  /** Whether it reads commands from a terminal. */
  isInteractive = false;
  readonly options: Set<string>;
  args: readonly string[];
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
  readonly locals: Map<string, string | undefined>[] = [];

  constructor(process: ProcessContext, name: string, args: readonly string[], parent?: ShellState) {
    this.process = process;
    this.name = name;
    this.args = args;
    this.shellPid = parent?.shellPid ?? process.pid;
    this.exported = new Set(parent?.exported ?? process.variables.keys());
    this.functions = new Map(parent?.functions);
    this.options = new Set(parent?.options);
    this.exitCode = parent?.exitCode ?? 0;
    this.conditions = parent?.conditions ?? 0;
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
        return [...this.options].join('');
      case '*':
        return this.args.join((this.process.variables.get('IFS') ?? ' ').charAt(0));
      case '@':
        return this.args.join(' ');
      default:
        return this.process.variables.get(name);
    }
  }

  /** Returns the variables that programs see. */
  environment(): Map<string, string> {
    return new Map([...this.process.variables].filter(([name]) => this.exported.has(name)));
  }
}
