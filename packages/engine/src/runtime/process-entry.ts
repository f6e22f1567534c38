/** An entry of the process table of a container: the numbers of a process, its parent, its signals and its end. */
import { setMaxListeners } from 'node:events';
import type { ProcessStreams } from './process-streams.js';
import { ignoredByDefault, signalName, signalNumber, stoppingByDefault } from '../values/signals.js';

/** Who sends a signal: a process of the container, or the engine. */
export type SignalOrigin = 'container' | 'engine';

/** What `/proc` shows of a process, besides the entry. */
export interface VisibleProcess {
  readonly folder: string;
  readonly variables: ReadonlyMap<string, string>;
  readonly streams: ProcessStreams;
}

export interface ProcessEntryOptions {
  readonly pid: number;
  readonly machinePid: number;
  /** 0 for a process that the engine started. */
  readonly parent: number;
  readonly command: readonly string[];
  readonly user: string;
  /** In milliseconds since 1970. */
  readonly started: number;
  /** Whether it runs in the background, where Ctrl-C does not reach it. */
  readonly isBackground: boolean;
  /** The process whose terminal it has. */
  readonly session: number;
  /** From -20, the highest priority, to 19. */
  readonly nice: number;
  /** Whether only the signals that it handles have an effect, as for the first process of a container on Linux. */
  readonly ignores: (origin: SignalOrigin) => boolean;
  /** Called once, when it has ended. */
  readonly onEnd: (entry: ProcessEntry) => void;
}

export class ProcessEntry {
  /** The number in the container. */
  readonly pid: number;
  /** The number on the machine. */
  readonly machinePid: number;
  readonly user: string;
  readonly started: number;
  readonly isBackground: boolean;
  session: number;
  nice: number;
  /** The permissions that new files lack. */
  umask = 0o022;
  parent: number;
  /** Whether the process that started it has ended, or runs another program, so that it does not wait for it. */
  isOrphan = false;
  /** The program and its arguments: `exec` replaces them. */
  command: readonly string[];
  /** The name of the program, or of the script. */
  name: string;
  /** What `/proc` shows of it. */
  visible: VisibleProcess | undefined;
  /** The actions for signals, by the signal's name; undefined for those that are ignored. */
  readonly traps = new Map<string, (() => void) | undefined>();
  /** Resolves with the exit code; 128 and the number of the signal for a process that a signal ended. */
  readonly ended: Promise<number>;
  readonly #options: ProcessEntryOptions;
  #killer: AbortController | undefined;
  #exitCode: number | undefined;
  #resolveEnd: (code: number) => void = () => undefined;
  #stopped: Promise<void> | undefined;
  #continue: () => void = () => undefined;

  constructor(options: ProcessEntryOptions) {
    const { pid, machinePid, parent, command, user, started, isBackground, session, nice } = options;
    this.pid = pid;
    this.machinePid = machinePid;
    this.parent = parent;
    this.command = command;
    this.name = nameOf(command);
    this.user = user;
    this.started = started;
    this.isBackground = isBackground;
    this.session = session;
    this.nice = nice;
    this.#options = options;
    this.ended = new Promise((resolve) => (this.#resolveEnd = resolve));
  }

  /** Aborted when a signal ends the process. */
  get killed(): AbortSignal {
    // Most processes end without anyone who asks for it.
    if (this.#killer === undefined) {
      this.#killer = new AbortController();
      // Every open connection adds a listener.
      setMaxListeners(0, this.#killer.signal);
      if (this.hasEnded) this.#killer.abort();
    }
    return this.#killer.signal;
  }

  get hasEnded(): boolean {
    return this.#exitCode !== undefined;
  }

  /** The program and its arguments; a zombie has its name alone. */
  get commandLine(): string {
    return this.hasEnded ? `[${this.name}]` : this.command.join(' ');
  }

  /** A promise while SIGSTOP has stopped the process. */
  get stopped(): Promise<void> | undefined {
    return this.#stopped;
  }

  signal(text: string, origin: SignalOrigin): void {
    const name = signalName(text);
    const number = signalNumber(name);
    if (number === undefined || this.hasEnded) return;
    const isCertain = name === 'KILL' || name === 'STOP';
    // The kernel protects the first process from its container, and not from the machine.
    const isProtected = isCertain
      ? origin === 'container' && this.#options.ignores(origin)
      : this.#options.ignores(origin);
    if (name === 'CONT') this.#resume();
    if (!isCertain && this.traps.has(name)) return this.traps.get(name)?.();
    if (isProtected || ignoredByDefault.has(name)) return;
    if (stoppingByDefault.has(name)) {
      this.#stopped ??= new Promise((resolve) => (this.#continue = resolve));
      return;
    }
    this.end(128 + number);
  }

  /** Records the end, once. */
  end(code: number): void {
    if (this.hasEnded) return;
    this.#exitCode = code & 0xff;
    this.#resolveEnd(this.#exitCode);
    this.#options.onEnd(this);
    // Also for a program that has ended by itself: what it has left running stops.
    this.#killer?.abort();
    this.#resume();
  }

  /** Replaces the program: its own handlers of signals go with it. */
  execute(command: readonly string[]): void {
    this.command = command;
    this.name = nameOf(command);
    for (const [name, action] of this.traps) if (action !== undefined) this.traps.delete(name);
  }

  #resume(): void {
    this.#stopped = undefined;
    this.#continue();
  }
}

function nameOf([program = '']: readonly string[]): string {
  return program.replace(/^.*\//, '').slice(0, 15);
}
