/** The rules of execs: additional commands in running containers. */
import { BadRequest, Conflict, NotFound, ServerError } from '@lading/server-v1.44';
import type { ContainerExecRequest } from '@lading/types-v1.44';
import type { ContainerSettings, ContainerStatus } from '../../state/container-record.js';
import type { EventLog } from '../../state/event-log.js';
import type { OutputWriter, ProcessSettings, RunningProcess, TerminalSize } from '../../ports/container-runtime.js';
import { StartFailure } from '../../ports/container-runtime.js';
import type { Ports } from '../../ports/ports.js';
import { execEnvironmentOf } from '../../values/environment.js';
import { parseDetachKeys } from '../../streams/detach-keys.js';
import type { Input } from '../../streams/input.js';
import { execFailureText } from '../../values/start-failure.js';

/** The exit code of an exec whose program cannot be started, whatever the reason. */
const failedExec = 126;

export interface Exec {
  readonly id: string;
  readonly container: ExecContainer;
  readonly settings: ExecSettings;
  /** The keys by which a client leaves it. */
  readonly detachKeys: string;
  terminalSize: TerminalSize | undefined;
  process: RunningProcess | undefined;
  pid: number;
  /** Null until it has ended. */
  exitCode: number | null;
  hasStarted: boolean;
}

export interface ExecSettings {
  readonly command: readonly string[];
  readonly environment: readonly string[];
  readonly folder: string;
  readonly user: string;
  readonly hasTerminal: boolean;
  readonly isPrivileged: boolean;
  readonly attachesInput: boolean;
  readonly attachesOutput: boolean;
  readonly attachesErrors: boolean;
}

/** What execs need of the container in which they run. */
export interface ExecContainer {
  readonly id: string;
  readonly settings: ContainerSettings;
  readonly status: ContainerStatus;
  readonly isRunning: boolean;
  readonly process: RunningProcess | undefined;
  /** The attributes of its events. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The ids of its execs. */
  readonly execs: Set<string>;
  removal(): Promise<void>;
}

/** Returns what all processes of a container share: its files, names and network. */
export type SurroundingsFinder = (
  container: string,
) => Pick<ProcessSettings, 'files' | 'hostname' | 'kernelFiles' | 'groups' | 'mounts' | 'network'>;

/** In milliseconds. One client loses data that arrives in the same packet as the response head. */
export const headDelay = 10;

export class ExecService {
  readonly #ports: Pick<Ports, 'ids' | 'runtime'>;
  readonly #events: EventLog;
  readonly #surroundingsOf: SurroundingsFinder;
  readonly #execs = new Map<string, Exec>();

  constructor(ports: Pick<Ports, 'ids' | 'runtime'>, events: EventLog, surroundingsOf: SurroundingsFinder) {
    this.#ports = ports;
    this.#events = events;
    this.#surroundingsOf = surroundingsOf;
  }

  /** @throws NotFound */
  find(id: string): Exec {
    const exec = this.#execs.get(id);
    if (exec === undefined) throw new NotFound(`No such exec instance: ${id}`);
    return exec;
  }

  /** @param wanted the name or id in the request. @throws Conflict if the container does not run */
  create(container: ExecContainer, wanted: string, request: ContainerExecRequest): Exec {
    requireUsable(container, wanted);
    if (request.Cmd.length === 0) throw new BadRequest('No exec command specified');
    requireDetachKeys(request.DetachKeys);
    const exec: Exec = {
      id: this.#ports.ids.next(),
      container,
      settings: readExec(request),
      detachKeys: request.DetachKeys ?? '',
      terminalSize: sizeOf(request.ConsoleSize),
      process: undefined,
      pid: 0,
      exitCode: null,
      hasStarted: false,
    };
    this.#execs.set(exec.id, exec);
    container.execs.add(exec.id);
    void container.removal().then(() => this.#execs.delete(exec.id));
    this.#emit(exec, `exec_create: ${eventText(exec.settings.command)}`);
    return exec;
  }

  /** @throws Conflict if the container does not run, is paused or restarts */
  requireUsable({ container }: Exec): void {
    if (!container.isRunning) throw new Conflict(`container ${container.id} is not running`);
    requireUsable(container, container.id);
  }

  /** Reserves the start, since an exec runs once. @throws Conflict */
  begin(exec: Exec, consoleSize: readonly number[] | null | undefined): void {
    const { id } = exec;
    this.requireUsable(exec);
    if (exec.hasStarted)
      throw new Conflict(
        `Error: Exec command ${id} ${exec.process === undefined ? 'has already run' : 'is already running'}`,
      );
    exec.hasStarted = true;
    exec.terminalSize = sizeOf(consoleSize) ?? exec.terminalSize;
  }

  /** Runs the command. @throws BadRequest if the program cannot be started */
  run(exec: Exec, input: Input, write: OutputWriter): RunningProcess {
    const { container, settings } = exec;
    this.#emit(exec, `exec_start: ${eventText(settings.command)}`);
    let process: RunningProcess;
    try {
      process = this.#ports.runtime.start({
        ...settings,
        environment: execEnvironmentOf(container.settings, settings.environment),
        ...this.#surroundingsOf(container.id),
        joins: container.process,
        folder: settings.folder || container.settings.folder,
        user: settings.user || container.settings.user,
        terminalSize: exec.terminalSize,
        delay: headDelay,
        input,
        write,
      });
    } catch (error) {
      if (!(error instanceof StartFailure)) throw error;
      exec.exitCode = failedExec;
      this.#emit(exec, 'exec_die', { exitCode: String(failedExec) });
      throw new BadRequest(execFailureText(error));
    }
    exec.process = process;
    exec.pid = process.pid;
    void process.exited.then((code) => {
      exec.process = undefined;
      exec.exitCode = code;
      container.execs.delete(exec.id);
      this.#emit(exec, 'exec_die', { exitCode: String(code) });
    });
    return process;
  }

  /** Ends all execs of a container, and forgets those that did not start. */
  endAll(container: ExecContainer): void {
    for (const id of container.execs) {
      const exec = this.#execs.get(id);
      exec?.process?.signal('KILL');
      if (exec?.hasStarted !== true) this.#execs.delete(id);
    }
    container.execs.clear();
  }

  #emit({ id, container }: Exec, action: string, attributes: Readonly<Record<string, string>> = {}): void {
    this.#events.emit('container', action, container.id, { ...container.attributes, execID: id, ...attributes });
  }
}

/** @throws ServerError */
function requireDetachKeys(keys: string | null | undefined): void {
  try {
    parseDetachKeys(keys ?? undefined);
  } catch {
    throw new ServerError(`Invalid escape keys (${keys}) provided`);
  }
}

function requireUsable({ id, status, isRunning }: ExecContainer, wanted: string): void {
  if (status === 'paused') throw new Conflict(`Container ${wanted} is paused, unpause the container before exec`);
  if (status === 'restarting') throw new Conflict(`Container ${id} is restarting, wait until the container is running`);
  if (!isRunning) throw new Conflict(`container ${id} is not running`);
}

function readExec(request: ContainerExecRequest): ExecSettings {
  return {
    command: request.Cmd,
    environment: request.Env ?? [],
    folder: request.WorkingDir ?? '',
    user: request.User ?? '',
    hasTerminal: request.Tty === true,
    isPrivileged: request.Privileged === true,
    attachesInput: request.AttachStdin === true,
    attachesOutput: request.AttachStdout === true,
    attachesErrors: request.AttachStderr === true,
  };
}

function sizeOf(size: readonly number[] | null | undefined): TerminalSize | undefined {
  const [rows = 0, columns = 0] = size ?? [];
  return rows > 0 && columns > 0 ? { rows, columns } : undefined;
}

/** The program and its arguments, with a space after a program without arguments, as engines show them. */
function eventText([program, ...args]: readonly string[]): string {
  return `${program} ${args.join(' ')}`;
}
