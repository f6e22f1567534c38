/** A simulated process: a program with input, output, signals and an exit code. */
import { sleep, type Clock } from '../ports/clock.js';
import type {
  OutputStream,
  ProcessInfo,
  ProcessSettings,
  ProcessUsage,
  RunningProcess,
  TerminalSize,
} from '../ports/container-runtime.js';
import type { ProcessContext, ProgramTable } from './process-context.js';
import { ignoredByDefault, signalName, signalNumber } from './signals.js';
import { splitOnce } from './split-once.js';
import { TerminalInput } from './terminal-input.js';

export class Process implements ProcessContext, RunningProcess {
  readonly pid: number;
  readonly settings: ProcessSettings;
  readonly programs: ProgramTable;
  readonly clock: Clock;
  readonly exited: Promise<number>;
  readonly traps = new Map<string, (() => void) | undefined>();
  readonly variables: Map<string, string>;
  folder: string;
  terminalSize: TerminalSize = { rows: 24, columns: 80 };
  readonly #started: number;
  readonly #killer = new AbortController();
  readonly #input: ProcessSettings['input'];
  #signal = 0;
  #writes = 0;
  #paused: Promise<void> | undefined;
  #resume: () => void = () => undefined;

  constructor(pid: number, settings: ProcessSettings, programs: ProgramTable, clock: Clock) {
    this.pid = pid;
    this.settings = settings;
    this.programs = programs;
    this.clock = clock;
    this.#started = clock.now();
    this.folder = settings.folder === '' ? '/' : settings.folder;
    this.variables = new Map([...settings.environment.map((each) => splitOnce(each)), ['PWD', this.folder]]);
    if (settings.terminalSize !== undefined) this.terminalSize = settings.terminalSize;
    this.#input = settings.hasTerminal
      ? new TerminalInput(
          settings.input,
          (text) => this.write('stdout', text),
          () => this.signal('INT'),
          this.killed,
        )
      : settings.input;
    this.exited = this.#run();
  }

  get killed(): AbortSignal {
    return this.#killer.signal;
  }

  assign(name: string, value: string): void {
    this.variables.set(name, value);
    this.checkMemory(this.variables);
  }

  checkMemory(variables: ReadonlyMap<string, string>): void {
    const { memory } = this.settings;
    if (memory === undefined || this.killed.aborted || sizeOf(variables) <= memory.bytes) return;
    memory.exceeded();
    this.signal('KILL');
  }

  read(): Promise<Buffer | undefined> {
    return this.#input.read(this.killed);
  }

  readLine(): Promise<string | undefined> {
    return this.#input.readLine(this.killed);
  }

  async write(stream: OutputStream, text: string | Uint8Array): Promise<void> {
    await this.#paused;
    if (this.killed.aborted) return;
    this.#writes += 1;
    const { hasTerminal, write } = this.settings;
    // A terminal has a single output, and its lines end with CR LF.
    if (hasTerminal && typeof text === 'string') await write('stdout', Buffer.from(text.replaceAll(/\r?\n/g, '\r\n')));
    else await write(hasTerminal ? 'stdout' : stream, Buffer.from(text as Uint8Array));
  }

  async sleep(milliseconds: number): Promise<void> {
    await sleep(this.clock, milliseconds, this.killed);
    await this.#paused;
  }

  signal(text: string): void {
    const name = signalName(text);
    const number = signalNumber(name);
    if (number === undefined) return;
    if (name === 'STOP') return this.pause();
    if (name === 'CONT') this.resume();
    if (name !== 'KILL' && this.traps.has(name)) return this.traps.get(name)?.();
    if (ignoredByDefault.has(name)) return;
    this.#signal = number;
    this.resume();
    this.#killer.abort();
  }

  pause(): void {
    this.#paused ??= new Promise((resolve) => (this.#resume = resolve));
  }

  resume(): void {
    this.#paused = undefined;
    this.#resume();
  }

  resize(size: TerminalSize): void {
    this.terminalSize = size;
    this.traps.get('WINCH')?.();
  }

  info(): ProcessInfo {
    const { user, command } = this.settings;
    return { pid: this.pid, parent: 1, user: user || 'root', command: command.join(' '), started: this.#started };
  }

  /** Grows with the time and the output: the programs share one real process, so that nothing else can be measured. */
  usage(): ProcessUsage {
    const elapsed = this.clock.now() - this.#started;
    return { cpu: Math.round(elapsed * 1000 + this.#writes * 10_000), memory: 1_048_576 + sizeOf(this.variables) };
  }

  async #run(): Promise<number> {
    // The caller sees the process running before the program does anything.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.settings.delay !== undefined) await this.sleep(this.settings.delay);
    // A program that does not notice its end is left alone.
    const killed = new Promise<number>((resolve) => {
      if (this.killed.aborted) resolve(0);
      else this.killed.addEventListener('abort', () => resolve(0));
    });
    const code = this.killed.aborted ? 0 : await Promise.race([killed, this.#program()]);
    return this.#signal > 0 ? 128 + this.#signal : code & 0xff;
  }

  async #program(): Promise<number> {
    const [name = '', ...words] = this.settings.command;
    const program = this.programs.locate(name, this.settings.files, this.folder, this.variables.get('PATH') ?? '');
    if (program.kind !== 'found') return 127;
    try {
      return await program.run(this, words);
    } catch (error) {
      await this.write('stderr', `${error instanceof Error ? error.message : String(error)}\n`);
      return 1;
    }
  }
}

function sizeOf(variables: ReadonlyMap<string, string>): number {
  let size = 0;
  for (const value of variables.values()) size += value.length;
  return size;
}
