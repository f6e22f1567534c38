/** The port of processes: the main processes of containers, and those of execs and health checks. */
import type { Duplex } from 'node:stream';
import type { FileTree } from './filesystem.js';

export type OutputStream = 'stdout' | 'stderr';

/** Receives output. The process waits for a returned promise, so that a slow reader slows it. */
export type OutputWriter = (stream: OutputStream, data: Uint8Array) => void | Promise<void>;

/** The bytes that a process reads. */
export interface ProcessInput {
  /** Returns the next bytes; undefined at the end, and when `signal` aborts. */
  read(signal: AbortSignal): Promise<Buffer | undefined>;
  /** Returns the next line, including its line break; undefined at the end. After an abort, what there was of it. */
  readLine(signal: AbortSignal, end?: LineEnd): Promise<string | undefined>;
}

/** Where a line ends. */
export interface LineEnd {
  /** A character, or an empty text for none. @default a line break */
  readonly delimiter?: string;
  /** The maximum number of bytes. */
  readonly count?: number;
}

export interface TerminalSize {
  readonly rows: number;
  readonly columns: number;
}

export interface MemoryLimit {
  /** The maximum size of the memory of a process. */
  readonly bytes: number;
  /** Called when a process exceeds the limit, before it is killed. */
  readonly exceeded: () => void;
}

/** What a process of a container can reach on its networks. */
export interface ContainerNetwork {
  /**
   * Accepts connections to a port of the container, or to a socket file, which only its own processes reach.
   *
   * @returns a function that stops it
   */
  listen(port: number | string, accept: (connection: Duplex) => void): () => void;
  /** @returns the addresses of a name, such as that of another container on a network of this one */
  resolve(name: string): readonly string[];
  /** The interfaces on networks, without that of loopback. */
  interfaces?(): readonly NetworkInterface[];
  /** The ports on which processes accept connections. */
  listening?(): readonly number[];
  /** @throws Error with the code ENOTFOUND or ECONNREFUSED */
  connect(host: string, port: number): Duplex;
  /** Connects to a socket file. @throws Error with the code ENOENT */
  connectFile?(path: string): Duplex;
}

/** What `mount` prints. */
export interface MountPoint {
  readonly path: string;
  readonly type: string;
  readonly isReadOnly: boolean;
}

/** A network interface with the addresses that it has. */
export interface NetworkInterface {
  readonly name: string;
  readonly mac: string;
  /** For example `172.17.0.2/16`. */
  readonly addresses: readonly string[];
}

export interface ResourceLimit {
  readonly name: string;
  readonly soft: number;
  readonly hard: number;
}

export interface ProcessSettings {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Variables in the form `NAME=value`. */
  readonly environment: readonly string[];
  readonly files: FileTree;
  readonly folder: string;
  readonly user: string;
  readonly hostname: string;
  /** The content of files of the kernel, such as `/proc/sys/kernel/hostname`, by path and without the last line break. */
  readonly kernelFiles?: Readonly<Record<string, string>> | undefined;
  /** The groups besides that of the user: names or numbers. */
  readonly groups?: readonly string[] | undefined;
  /** Limits of resources by the kernel's names, such as `nofile`. */
  readonly limits?: readonly ResourceLimit[] | undefined;
  /** The mounts of the container, except that of its root. */
  readonly mounts?: readonly MountPoint[] | undefined;
  readonly hasTerminal: boolean;
  readonly terminalSize?: TerminalSize | undefined;
  readonly input: ProcessInput;
  readonly write: OutputWriter;
  /** The first process of the container, for a further one in it, such as an exec. */
  readonly joins?: RunningProcess | undefined;
  /** Whether an init process starts the program, forwards signals to it, and is the parent of orphans. */
  readonly usesInit?: boolean | undefined;
  readonly memory?: MemoryLimit | undefined;
  readonly network?: ContainerNetwork | undefined;
  /** The delay before the program runs, in milliseconds. */
  readonly delay?: number | undefined;
}

/** An entry of the list of processes. */
export interface ProcessInfo {
  /** The number on the machine. */
  readonly pid: number;
  readonly parent: number;
  readonly user: string;
  readonly command: string;
  /** The time of the start, in milliseconds since 1970. */
  readonly started: number;
}

export interface ProcessUsage {
  /** The processor time, in nanoseconds. */
  readonly cpu: number;
  readonly memory: number;
}

export interface RunningProcess {
  readonly pid: number;
  /** Resolves with the exit code; 128 and the number of the signal for a process that a signal ended. */
  readonly exited: Promise<number>;
  /** @param name the name without `SIG`, or the number */
  signal(name: string): void;
  /** Lets all processes of the container wait until {@link resume}. */
  pause(): void;
  resume(): void;
  resize(size: TerminalSize): void;
  /** Lists the processes of the container: this one, those that joined it, and the children of all. */
  processes(): readonly ProcessInfo[];
  usage(): ProcessUsage;
}

export interface ContainerRuntime {
  /** Loads what processes need. The engine awaits it before it starts the first process of a container, a build or a plugin. */
  prepare?(): Promise<void> | undefined;
  /** @throws StartFailure if the program cannot be started */
  start(settings: ProcessSettings): RunningProcess;
  /** Returns the number of a signal given as `SIGTERM`, `term` or `15`; undefined for an invalid one. */
  signalNumber(name: string): number | undefined;
}

/** Thrown for a program that cannot be started. */
export class StartFailure extends Error {
  /** 127 if the program is not found, 126 if it is not executable. */
  readonly exitCode: 126 | 127;

  constructor(exitCode: 126 | 127, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}
