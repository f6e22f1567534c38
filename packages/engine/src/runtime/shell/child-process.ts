/** A process of a shell script: it shares the container with the shell, and has its own variables, input and output. */
import type { OutputStream, ProcessInput, ProcessSettings, TerminalSize } from '../../ports/container-runtime.js';
import type { Clock } from '../../ports/clock.js';
import type { ProcessContext, ProgramTable } from '../process-context.js';

/** Receives output. @throws BrokenPipe if nobody reads it any more */
export type OutputSink = (data: string | Uint8Array) => Promise<void>;

export interface ProcessStreams {
  readonly input: ProcessInput | undefined;
  readonly stdout: OutputSink;
  readonly stderr: OutputSink;
}

/** Thrown to end a program that writes to a pipe whose reader has ended. */
export class BrokenPipe extends Error {}

export class ChildProcess implements ProcessContext {
  readonly settings: ProcessSettings;
  readonly programs: ProgramTable;
  readonly clock: Clock;
  readonly pid: number;
  readonly killed: AbortSignal;
  readonly traps: ProcessContext['traps'];
  readonly variables: Map<string, string>;
  folder: string;
  readonly streams: ProcessStreams;
  readonly #parent: ProcessContext;

  constructor(parent: ProcessContext, streams: ProcessStreams, variables: Map<string, string>) {
    const { settings, programs, clock, pid, killed, traps, folder } = parent;
    this.settings = settings;
    this.programs = programs;
    this.clock = clock;
    this.pid = pid;
    this.killed = killed;
    this.traps = traps;
    this.folder = folder;
    this.variables = variables;
    this.streams = streams;
    this.#parent = parent;
  }

  get terminalSize(): TerminalSize {
    return this.#parent.terminalSize;
  }

  assign(name: string, value: string): void {
    this.variables.set(name, value);
    this.checkMemory(this.variables);
  }

  checkMemory(variables: ReadonlyMap<string, string>): void {
    this.#parent.checkMemory(variables);
  }

  read(): Promise<Buffer | undefined> {
    return this.streams.input === undefined ? this.#parent.read() : this.streams.input.read(this.killed);
  }

  readLine(): Promise<string | undefined> {
    return this.streams.input === undefined ? this.#parent.readLine() : this.streams.input.readLine(this.killed);
  }

  write(stream: OutputStream, text: string | Uint8Array): Promise<void> {
    return this.streams[stream](text);
  }

  sleep(milliseconds: number): Promise<void> {
    return this.#parent.sleep(milliseconds);
  }
}

/** Returns the streams of a process. */
export function streamsOf(process: ProcessContext): ProcessStreams {
  if (process instanceof ChildProcess) return process.streams;
  return {
    input: undefined,
    stdout: (data) => process.write('stdout', data),
    stderr: (data) => process.write('stderr', data),
  };
}
