/** What a program sees: its process, and the other programs. */
import type { Clock } from '../ports/clock.js';
import type { OutputStream, ProcessSettings, TerminalSize } from '../ports/container-runtime.js';
import type { FileTree } from '../ports/filesystem.js';
import type { ProcessEntry } from './process-entry.js';
import type { ProcessStreams } from './process-streams.js';
import type { ProcessTable } from './process-table.js';

export interface ForkOptions {
  /** @default that of this process */
  readonly command?: readonly string[];
  /** @default those of this process */
  readonly streams?: ProcessStreams;
  /** @default a copy of those of this process */
  readonly variables?: Map<string, string>;
  readonly isBackground?: boolean;
}

/** What a program sees of its process. */
export interface ProcessContext {
  readonly settings: ProcessSettings;
  readonly programs: ProgramTable;
  readonly clock: Clock;
  readonly pid: number;
  /** Its entry in the table of processes. */
  readonly entry: ProcessEntry;
  /** The processes of the container. */
  readonly table: ProcessTable;
  readonly streams: ProcessStreams;
  /** Aborted when the process has ended. */
  readonly killed: AbortSignal;
  /** The actions for signals, by the signal's name; undefined for those that are ignored. */
  readonly traps: Map<string, (() => void) | undefined>;
  readonly variables: Map<string, string>;
  readonly terminalSize: TerminalSize;
  folder: string;
  /** Sets a variable. A process whose variables exceed the memory limit is ended by SIGKILL. */
  assign(name: string, value: string): void;
  /** Kills the process if the variables exceed its memory limit. */
  checkMemory(variables: ReadonlyMap<string, string>): void;
  read(): Promise<Buffer | undefined>;
  readLine(): Promise<string | undefined>;
  write(stream: OutputStream, text: string | Uint8Array): Promise<void>;
  /** Waits for the time, a signal that ends the process, or one that is trapped. */
  sleep(milliseconds: number): Promise<void>;
  /** Adds a child process to the table. It runs what {@link runToEnd} runs in it. */
  fork(options?: ForkOptions): ProcessContext;
  /** Returns this process with other streams. @param variables those of this process by default */
  withStreams(streams: ProcessStreams, variables?: Map<string, string>): ProcessContext;
}

/** A built-in program. @returns the exit code */
export type Command = (process: ProcessContext, words: readonly string[]) => Promise<number> | number;

export type LocatedProgram =
  { readonly kind: 'found'; readonly run: Command } | { readonly kind: 'denied' } | { readonly kind: 'missing' };

/** The programs that a process can run. */
export interface ProgramTable {
  /** Finds a program as a shell does: by its path, or by its name in the folders of `PATH`. */
  locate(name: string, files: FileTree, folder: string, path: string): LocatedProgram;
}
