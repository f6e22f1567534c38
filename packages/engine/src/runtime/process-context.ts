/** What a program sees: its process, and the other programs. */
import type { Clock } from '../ports/clock.js';
import type { OutputStream, ProcessSettings, TerminalSize } from '../ports/container-runtime.js';
import type { FileTree } from '../ports/filesystem.js';

/** What a program sees of its process. */
export interface ProcessContext {
  readonly settings: ProcessSettings;
  readonly programs: ProgramTable;
  readonly clock: Clock;
  readonly pid: number;
  /** Aborted when the process is killed. */
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
