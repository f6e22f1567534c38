/** A simulated process: a program with its folder, variables, input and output. */
import { sleep, type Clock } from '../ports/clock.js';
import type { OutputStream, ProcessSettings, TerminalSize } from '../ports/container-runtime.js';
import type { FileTree } from '../ports/filesystem.js';
import type { ForkOptions, ProcessContext, ProgramTable } from './process-context.js';
import type { ProcessEntry } from './process-entry.js';
import type { ProcessStreams } from './process-streams.js';
import type { ProcessTable } from './process-table.js';
import { MountedTree, type TreeMount } from '../filesystem/mounted-tree.js';
import { Subtree } from '../filesystem/subtree.js';
import { procTree, sysTree } from './proc-tree.js';

/** The terminal that processes share. */
export interface Terminal {
  size: TerminalSize;
}

interface ProcessParts {
  readonly entry: ProcessEntry;
  readonly table: ProcessTable;
  /** Those of the process that the engine started. */
  readonly settings: ProcessSettings;
  readonly programs: ProgramTable;
  readonly streams: ProcessStreams;
  readonly variables: Map<string, string>;
  readonly terminal: Terminal;
  readonly folder: string;
  /** The files that it sees, if they are known. */
  readonly files?: FileTree;
}

export class Process implements ProcessContext {
  readonly entry: ProcessEntry;
  readonly table: ProcessTable;
  readonly settings: ProcessSettings;
  readonly programs: ProgramTable;
  readonly streams: ProcessStreams;
  readonly variables: Map<string, string>;
  folder: string;
  readonly #parts: ProcessParts;

  constructor(parts: ProcessParts) {
    const { entry, table, settings, programs, streams, variables, folder } = parts;
    this.#parts = parts;
    this.entry = entry;
    this.table = table;
    this.settings = { ...settings, files: parts.files ?? processFiles(table, settings, entry) };
    this.programs = programs;
    this.streams = streams;
    this.variables = variables;
    this.folder = folder;
    entry.visible ??= this;
  }

  get pid(): number {
    return this.entry.pid;
  }

  get clock(): Clock {
    return this.table.clock;
  }

  get killed(): AbortSignal {
    return this.entry.killed;
  }

  get traps(): ProcessContext['traps'] {
    return this.entry.traps;
  }

  get terminalSize(): TerminalSize {
    return this.#parts.terminal.size;
  }

  assign(name: string, value: string): void {
    this.variables.set(name, value);
    this.checkMemory(this.variables);
  }

  checkMemory(variables: ReadonlyMap<string, string>): void {
    const { memory } = this.settings;
    if (memory === undefined || this.entry.hasEnded || sizeOf(variables) <= memory.bytes) return;
    memory.exceeded();
    this.entry.signal('KILL', 'engine');
  }

  read(): Promise<Buffer | undefined> {
    return this.streams.input.read(this.killed);
  }

  readLine(): Promise<string | undefined> {
    return this.streams.input.readLine(this.killed);
  }

  async write(stream: OutputStream, text: string | Uint8Array): Promise<void> {
    await this.#turn();
    if (this.entry.hasEnded) return;
    await this.streams[stream](text);
  }

  async sleep(milliseconds: number): Promise<void> {
    await sleep(this.clock, milliseconds, this.killed);
    await this.#turn();
  }

  fork({ command, streams = this.streams, variables, isBackground = false }: ForkOptions = {}): Process {
    const { entry: parent, table } = this;
    const entry = table.add({ command: command ?? parent.command, user: parent.user, parent, isBackground });
    entry.umask = parent.umask;
    const { files: _parentFiles, ...parts } = this.#parts;
    return new Process({
      ...parts,
      entry,
      streams,
      folder: this.folder,
      variables: variables ?? new Map(this.variables),
    });
  }

  withStreams(streams: ProcessStreams, variables = this.variables): Process {
    return new Process({ ...this.#parts, streams, variables, folder: this.folder, files: this.settings.files });
  }

  /** Waits while the process is stopped, or its container is paused. */
  async #turn(): Promise<void> {
    await this.table.paused;
    await this.entry.stopped;
  }
}

export function sizeOf(variables: ReadonlyMap<string, string>): number {
  let size = 0;
  for (const value of variables.values()) size += value.length;
  return size;
}

/** The files that a process sees: those of its container, with the file systems of the kernel. */
function processFiles(table: ProcessTable, settings: ProcessSettings, self: ProcessEntry): FileTree {
  const { files, mounts = [] } = settings;
  const kernel: TreeMount[] = [
    { path: '/proc', tree: procTree(table, settings, self), isReadOnly: true },
    { path: '/sys', tree: sysTree(table, settings), isReadOnly: true },
    {
      path: '/dev',
      // Few programs look there.
      get tree() {
        return table.devices;
      },
      isReadOnly: false,
    },
  ];
  // A mount of the container below one of these remains visible.
  const inner = mounts
    .filter(({ path }) => kernel.some((mount) => path.startsWith(`${mount.path}/`)))
    .map(({ path }): TreeMount => ({ path, tree: new Subtree(files, path), isReadOnly: false }));
  return new MountedTree(files, false, [...kernel, ...inner]);
}
