/** Programs that tests add: functions that run in containers. */
import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** What a program sees of its container. */
export interface ProgramContext {
  /** The name under which it was started. */
  readonly name: string;
  /** The arguments, without the name. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly user: string;
  readonly hostname: string;
  readonly files: ProgramFiles;
  readonly stdin: AsyncIterable<Buffer>;
  readonly stdout: ProgramOutput;
  readonly stderr: ProgramOutput;
  /** Aborted when the process is killed. A program that does not end then is left alone. */
  readonly signal: AbortSignal;
  /** Calls the listener for a signal, such as `TERM`, instead of ending the program. */
  on(signal: string, listener: () => void): void;
  /** The time of the engine, in milliseconds since 1970. */
  now(): number;
  /** The addresses of the container on its networks. */
  readonly addresses: readonly string[];
  /**
   * Listens on a port of the container, which published ports and other containers reach, or on a socket file, which only
   * programs in the container reach.
   *
   * @param accept an HTTP server, or a function that is called with each connection
   * @returns a function that stops listening
   */
  listen(port: number | string, accept: Server | ((connection: Duplex) => void)): () => void;
  /** Connects to another container by its name or address. @throws Error ENOTFOUND, ECONNREFUSED */
  connect(host: string, port: number): Duplex;
  /** Connects to a socket file on which a program in the container listens. @throws Error ENOENT */
  connectFile(path: string): Duplex;
  /**
   * Runs another program of the container, with the output of this one.
   *
   * @param env variables besides those of this program
   * @returns the exit code; 127 if it is not found, 126 if it is not executable
   */
  run(command: readonly string[], env?: Readonly<Record<string, string>>): Promise<number>;
  /** Waits on the clock of the engine, or until the process is killed. */
  sleep(milliseconds: number): Promise<void>;
}

export interface ProgramFiles {
  /** @returns the content, or undefined if it is no file */
  read(path: string): Buffer | undefined;
  write(path: string, content: string | Uint8Array): void;
  list(folder: string): string[];
  /** @returns undefined if there is nothing at the path */
  kindOf(path: string): 'file' | 'folder' | undefined;
  /** @returns when it was changed, in milliseconds since 1970, or undefined if there is nothing at the path */
  modifiedAt(path: string): number | undefined;
  /** Creates a folder, and missing folders above it. */
  makeFolder(path: string): void;
  remove(path: string): void;
}

export interface ProgramOutput {
  /** The promise waits for a reader that is slow. */
  write(data: string | Uint8Array): Promise<void>;
}

/** A program: its result is the exit code, 0 without one. An error that it throws is printed, with the exit code 1. */
export type Program = (context: ProgramContext) => Promise<number | void> | number | void;
