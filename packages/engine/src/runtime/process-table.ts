/** The processes of a container, which the first process, execs, health checks and jobs in the background share. */
import type { Clock } from '../ports/clock.js';
import type { FileTree, TreeEntry } from '../ports/filesystem.js';
import { ProcessEntry, type SignalOrigin } from './process-entry.js';
import { signalNames } from '../values/signals.js';
import { MemoryTree, newFile, newFolder } from '../filesystem/memory-tree.js';

const devices = ['full', 'null', 'ptmx', 'random', 'tty', 'urandom', 'zero'];
const links = { fd: '/proc/self/fd', stderr: '/proc/self/fd/2', stdin: '/proc/self/fd/0', stdout: '/proc/self/fd/1' };

/** Writing to a device does not change it. */
class DeviceTree extends MemoryTree {
  override put(path: string, entry: TreeEntry): void {
    if (!(entry.kind === 'file' && devices.includes(path.slice(1)) && this.get(path) !== undefined))
      super.put(path, entry);
  }
}

/** The files of `/dev`: devices, and the folder of shared memory. */
function deviceTree(now: number): FileTree {
  const tree = new DeviceTree();
  for (const name of devices) tree.put(`/${name}`, newFile(Buffer.alloc(0), now, 0o666));
  for (const name of ['mqueue', 'shm']) tree.put(`/${name}`, newFolder(now, 0o1777));
  tree.put('/pts', newFolder(now));
  for (const [name, target] of Object.entries(links))
    tree.put(`/${name}`, { kind: 'link', target, mode: 0o777, uid: 0, gid: 0, modified: now });
  return tree;
}

export interface ProcessTableOptions {
  readonly clock: Clock;
  /** Returns the next number on the machine. */
  readonly nextMachinePid: () => number;
  /** Whether a signal of the engine ends a first process that does not handle it. */
  readonly fastStop: boolean;
  /** The start of the machine, in milliseconds since 1970. */
  readonly bootTime: number;
}

export interface NewProcess {
  readonly command: readonly string[];
  readonly user: string;
  readonly parent?: ProcessEntry;
  readonly isBackground?: boolean;
}

/** Programs that start no process, and wait for none that becomes theirs. */
const waitsForNone: ReadonlySet<string> = new Set(['cat', 'dd', 'nc', 'ping', 'sleep', 'tail', 'tee', 'top', 'yes']);

const initProgram = '/sbin/docker-init';

export class ProcessTable {
  readonly clock: Clock;
  readonly bootTime: number;
  /** The number of writes of all processes, by which the processor time is measured. */
  writes = 0;
  readonly #entries = new Map<number, ProcessEntry>();
  readonly #options: ProcessTableOptions;
  readonly #created: number;
  #devices: FileTree | undefined;
  #lastPid = 0;
  #paused: Promise<void> | undefined;
  #continue: () => void = () => undefined;

  constructor(options: ProcessTableOptions) {
    this.#options = options;
    this.clock = options.clock;
    this.bootTime = options.bootTime;
    this.#created = options.clock.now();
  }

  /** The files of `/dev`. */
  get devices(): FileTree {
    return (this.#devices ??= deviceTree(this.#created));
  }

  get lastPid(): number {
    return this.#lastPid;
  }

  /** A promise while all processes are paused. */
  get paused(): Promise<void> | undefined {
    return this.#paused;
  }

  all(): ProcessEntry[] {
    return [...this.#entries.values()];
  }

  get(pid: number): ProcessEntry | undefined {
    return this.#entries.get(pid);
  }

  /** Adds an init process that starts the program of the container and forwards signals to it. */
  addInit(command: readonly string[], target: () => ProcessEntry | undefined): ProcessEntry {
    const init = this.add({ command: [initProgram, '--', ...command], user: '' });
    for (const name of signalNames)
      if (!['KILL', 'STOP', 'CHLD'].includes(name)) init.traps.set(name, () => target()?.signal(name, 'engine'));
    return init;
  }

  add({ command, user, parent, isBackground = false }: NewProcess): ProcessEntry {
    this.#lastPid += 1;
    const pid = this.#lastPid;
    const isFirst = pid === 1;
    const entry = new ProcessEntry({
      pid,
      command,
      user,
      isBackground: isBackground || parent?.isBackground === true,
      machinePid: this.#options.nextMachinePid(),
      parent: parent?.pid ?? 0,
      session: parent?.session ?? pid,
      nice: parent?.nice ?? 0,
      started: this.clock.now(),
      ignores: (origin) => isFirst && this.#isProtected(origin),
      onEnd: (ended) => this.#remove(ended),
    });
    if (parent !== undefined)
      for (const [name, action] of parent.traps) if (action === undefined) entry.traps.set(name, undefined);
    this.#entries.set(pid, entry);
    // Nothing starts in a container whose first process has ended.
    if (!isFirst && !this.#entries.has(1)) entry.end(128 + 9);
    return entry;
  }

  pause(): void {
    this.#paused ??= new Promise((resolve) => (this.#continue = resolve));
  }

  resume(): void {
    this.#paused = undefined;
    this.#continue();
  }

  /** Sends the signal of a key to the processes in the foreground of a terminal. */
  interrupt(session: number): void {
    for (const entry of this.all()) if (entry.session === session && !entry.isBackground) entry.signal('INT', 'engine');
  }

  #isProtected(origin: SignalOrigin): boolean {
    return origin === 'container' || !this.#options.fastStop;
  }

  /** Records that the program of a process has been replaced by one that does not know its children. */
  replaced({ pid }: ProcessEntry): void {
    for (const entry of this.all()) if (entry.parent === pid) entry.isOrphan = true;
  }

  #remove(ended: ProcessEntry): void {
    if (ended.pid === 1) {
      this.#entries.delete(ended.pid);
      // The kernel ends all processes with the first one.
      this.resume();
      for (const entry of this.all()) entry.end(128 + 9);
      this.#entries.clear();
      return;
    }
    for (const entry of this.all()) {
      if (entry.parent !== ended.pid) continue;
      entry.parent = 1;
      entry.isOrphan = true;
      if (entry.hasEnded) this.#reap(entry);
    }
    this.#reap(ended);
  }

  /** Removes a process that has ended, unless it remains as a zombie: its parent waits for no process. */
  #reap(ended: ProcessEntry): void {
    const parent = this.#entries.get(ended.parent);
    if (ended.isOrphan && parent?.hasEnded === false && waitsForNone.has(parent.name)) return;
    this.#entries.delete(ended.pid);
  }
}
