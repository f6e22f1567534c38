/** A simulated process: a built-in program with input, output, signals and an exit code. */
import type { FileTree } from '../files/file-tree.js';
import { Input } from './input.js';
import { runProgram } from './programs.js';
import { runShell } from './shell.js';
import { TerminalInput } from './terminal-input.js';

export type Stream = 'stdout' | 'stderr';
export type Write = (stream: Stream, data: Uint8Array) => void | Promise<void>;

interface ProcessOptions {
  readonly arguments: readonly string[];
  readonly environment: readonly string[];
  readonly files: FileTree;
  readonly folder: string;
  readonly user: string;
  readonly hostname: string;
  readonly tty: boolean;
  /** The size of the terminal, rows first; zeros mean the default. */
  readonly consoleSize?: readonly number[] | null | undefined;
  readonly input: Input;
  /** The delay before the program runs, in milliseconds. */
  readonly delay?: number;
  readonly write: Write;
  readonly memory?: MemoryLimit;
}

export interface MemoryLimit {
  /** The maximum size of the variables of a process. */
  readonly bytes: number;
  /** Called when a process exceeds the limit, before it is killed. */
  readonly exceeded: () => void;
}

const signalNumbers: Readonly<Record<string, number>> = {
  ...{ HUP: 1, INT: 2, QUIT: 3, ILL: 4, TRAP: 5, ABRT: 6, BUS: 7, FPE: 8, KILL: 9, USR1: 10, SEGV: 11, USR2: 12 },
  ...{ PIPE: 13, ALRM: 14, TERM: 15, STKFLT: 16, CHLD: 17, CONT: 18, STOP: 19, TSTP: 20, TTIN: 21, TTOU: 22 },
  ...{ URG: 23, XCPU: 24, XFSZ: 25, VTALRM: 26, PROF: 27, WINCH: 28, IO: 29, PWR: 30, SYS: 31 },
};
/** The signals that do not end a process by default. */
const ignoredByDefault: ReadonlySet<string> = new Set(['CHLD', 'CONT', 'URG', 'WINCH']);
let lastPid = 1000;

/** The interface of a process to its program. */
export interface ProcessContext {
  readonly options: ProcessOptions;
  readonly signal: AbortSignal;
  /** The signals that the process ignores. */
  readonly ignored: Set<string>;
  /** The shell scripts to run for signals, by the signal's name. */
  readonly traps: Map<string, string>;
  /** The received signals whose traps have not run yet. */
  readonly pendingTraps: string[];
  readonly variables: Map<string, string>;
  readonly size: { readonly h: number; readonly w: number };
  folder: string;
  /** Sets a variable. A process whose variables exceed the memory limit is ended by SIGKILL. */
  assign(name: string, value: string): void;
  read(): Promise<Buffer | undefined>;
  readLine(): Promise<string | undefined>;
  write(stream: Stream, text: string | Uint8Array): Promise<void>;
  sleep(milliseconds: number): Promise<void>;
}

export class Process implements ProcessContext {
  readonly pid = ++lastPid;
  readonly options: ProcessOptions;
  readonly exited: Promise<number>;
  readonly ignored = new Set<string>();
  readonly traps = new Map<string, string>();
  readonly pendingTraps: string[] = [];
  readonly variables: Map<string, string>;
  folder: string;
  size = { h: 24, w: 80 };
  readonly #killed = new AbortController();
  readonly #input: Input | TerminalInput;
  #signal = 0;
  #paused: Promise<void> | undefined;
  #resume: () => void = () => undefined;

  constructor(options: ProcessOptions) {
    this.options = options;
    this.folder = options.folder === '' ? '/' : options.folder;
    this.variables = new Map([...options.environment.map((each) => splitOnce(each)), ['PWD', this.folder]]);
    const [h = 0, w = 0] = options.consoleSize ?? [];
    if (h > 0 && w > 0) this.size = { h, w };
    this.#input = options.tty
      ? new TerminalInput(
          options.input,
          (text) => this.write('stdout', text),
          () => this.kill('INT'),
        )
      : options.input;
    this.exited = this.#run();
  }

  get signal(): AbortSignal {
    return this.#killed.signal;
  }

  assign(name: string, value: string): void {
    this.variables.set(name, value);
    const { memory } = this.options;
    if (memory === undefined || this.signal.aborted) return;
    let size = 0;
    for (const each of this.variables.values()) size += each.length;
    if (size <= memory.bytes) return;
    this.variables.delete(name);
    memory.exceeded();
    this.kill('KILL');
  }

  read(): Promise<Buffer | undefined> {
    return this.#input.read(this.signal);
  }

  readLine(): Promise<string | undefined> {
    return this.#input.readLine(this.signal);
  }

  async write(stream: Stream, text: string | Uint8Array): Promise<void> {
    await this.#paused;
    if (this.signal.aborted) return;
    const { tty, write } = this.options;
    // A terminal has a single output, and its lines end with CR LF.
    if (tty && typeof text === 'string') await write('stdout', Buffer.from(text.replaceAll(/\r?\n/g, '\r\n')));
    else await write(tty ? 'stdout' : stream, Buffer.from(text as Uint8Array));
  }

  async sleep(milliseconds: number): Promise<void> {
    const { signal } = this;
    if (signal.aborted) return;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.min(milliseconds, 0x7fff_ffff));
      signal.addEventListener('abort', wake);
    });
    await this.#paused;
  }

  kill(name: string): void {
    const signal = name.replace(/^SIG/i, '').toUpperCase();
    const number = signalNumber(signal);
    if (number === undefined || this.ignored.has(signal) || ignoredByDefault.has(signal)) return;
    if (this.traps.has(signal)) {
      this.pendingTraps.push(signal);
      return;
    }
    this.#signal = number;
    this.resume();
    this.#killed.abort();
  }

  pause(): void {
    this.#paused = new Promise((resolve) => (this.#resume = resolve));
  }

  resume(): void {
    this.#paused = undefined;
    this.#resume();
  }

  async #run(): Promise<number> {
    // The caller sees the process running before the program does anything.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.options.delay !== undefined) await this.sleep(this.options.delay);
    const code = this.signal.aborted
      ? 0
      : await this.#program().catch(async (error: unknown) => {
          await this.write('stderr', `${String(error)}\n`);
          return 1;
        });
    return this.#signal > 0 ? 128 + this.#signal : code & 0xff;
  }

  async #program(): Promise<number> {
    const [name = '', ...rest] = this.options.arguments;
    return isShell(name) ? runShell(this, rest) : runProgram(this, name, rest);
  }
}

export function isShell(name: string): boolean {
  return /(^|\/)(ba|a)?sh$/.test(name);
}

/** Returns the number of a signal given as `SIGTERM`, `term` or `15`; undefined for an invalid one. */
export function signalNumber(name: string): number | undefined {
  const number = signalNumbers[name.replace(/^SIG/i, '').toUpperCase()] ?? Number(name);
  return Number.isInteger(number) && number > 0 && number < 65 ? number : undefined;
}

/** Splits `NAME=value` into name and value. */
export function splitOnce(text: string): [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
