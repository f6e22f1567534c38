/** The life cycle of a container: start, stop, restart, kill, remove. */
import { BadRequest, Conflict, ServerError } from '@lading/server';
import type { Engine } from '../engine.js';
import { joinAll, leaveAll } from '../networks/connect.js';
import { environmentOf } from '../processes/environment.js';
import { Input } from '../processes/input.js';
import { isShell, Process, signalNumber } from '../processes/process.js';
import { isProgram } from '../processes/programs.js';
import type { Container } from './container.js';
import { watchHealth } from './health.js';
import { memoryOf } from './memory.js';
import { emitMountEvents } from './mounts.js';
import { publishedPorts } from './ports.js';

/** Starts a container. @returns false if it was already running */
export function start(engine: Engine, container: Container): boolean {
  if (container.state.Paused) throw new Conflict('cannot start a paused container, try unpause instead');
  if (container.isRunning) return false;
  const { command, config } = container;
  const [program = ''] = command;
  if (!isProgram(program) && !isShell(program)) {
    const Error = `failed to create task for container: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: exec: "${program}": executable file not found in $PATH: unknown`;
    container.change({ ExitCode: 127, Error });
    if (container.hostConfig.AutoRemove) removeNow(engine, container, true);
    throw new BadRequest(Error);
  }
  const { PidMode } = container.hostConfig;
  const shared = PidMode.startsWith('container:') ? engine.container(PidMode.slice('container:'.length)) : undefined;
  if (shared?.isRunning === false)
    throw new ServerError(`failed to join PID namespace: container ${shared.id} is not running`);
  const ports = publishedPorts(container);
  joinNetworks(engine, container);
  container.isStopped = false;
  container.ports = ports;
  container.output.begin();
  const process = new Process({
    arguments: command,
    environment: environmentOf(config),
    files: container.files,
    folder: config.WorkingDir,
    user: config.User,
    hostname: config.Hostname,
    tty: config.Tty,
    consoleSize: container.hostConfig.ConsoleSize,
    memory: memoryOf(engine, container),
    // A terminal stays open without input.
    input: config.OpenStdin || config.Tty ? container.input : closedInput(),
    write: (stream, data) => container.output.write(stream, data),
  });
  container.process = process;
  container.change({
    Status: 'running',
    Running: true,
    Restarting: false,
    OOMKilled: false,
    Pid: process.pid,
    ExitCode: 0,
    Error: '',
    StartedAt: new Date().toISOString(),
  });
  emitMountEvents(engine, container, 'mount');
  engine.emit(container, 'start');
  watchHealth(engine, container, process);
  void process.exited.then((code) => finish(engine, container, code));
  return true;
}

/** Joins the networks of the container. A container that cannot join does not start. */
function joinNetworks(engine: Engine, container: Container): void {
  try {
    joinAll(engine, container);
  } catch (error) {
    container.change({ ExitCode: 128, Error: error instanceof Error ? error.message : String(error) });
    if (container.hostConfig.AutoRemove) removeNow(engine, container, true);
    throw error;
  }
}

function finish(engine: Engine, container: Container, code: number): void {
  container.process = undefined;
  // All execs end with the first process.
  for (const id of container.execs) {
    engine.execs.get(id)?.process?.kill('KILL');
    engine.execs.delete(id);
  }
  container.execs.clear();
  container.input = new Input();
  container.ports = {};
  container.change({
    Status: 'exited',
    Running: false,
    Paused: false,
    Pid: 0,
    ExitCode: code,
    FinishedAt: new Date().toISOString(),
  });
  container.output.end();
  engine.emit(container, 'die', { exitCode: String(code) });
  leaveAll(engine, container);
  emitMountEvents(engine, container, 'unmount');
  const restarts = shouldRestart(container, code);
  if (restarts) container.change({ Status: 'restarting', Running: true, Restarting: true });
  container.notifyExit(code);
  if (restarts) {
    // The delay doubles each time, up to a minute.
    setTimeout(() => restartByPolicy(engine, container), Math.min(100 * 2 ** container.restarts, 60_000)).unref();
  } else if (container.hostConfig.AutoRemove && !container.isRemoved && !container.staysAfterExit)
    removeNow(engine, container, true);
}

function shouldRestart({ hostConfig, isStopped, restarts }: Container, code: number): boolean {
  const { Name, MaximumRetryCount } = hostConfig.RestartPolicy;
  if (isStopped) return false;
  if (Name === 'on-failure') return code !== 0 && (MaximumRetryCount === 0 || restarts < MaximumRetryCount);
  return Name === 'always' || Name === 'unless-stopped';
}

function restartByPolicy(engine: Engine, container: Container): void {
  if (container.isStopped || container.isRemoved || !container.state.Restarting) return;
  container.restarts += 1;
  container.change({ Status: 'exited', Running: false, Restarting: false });
  try {
    start(engine, container);
  } catch (error) {
    // Something it needs may have been removed, for example a network. No process is running here.
    const message = error instanceof Error ? error.message : String(error);
    container.change({ Status: 'exited', Running: false, Pid: 0, ExitCode: 128, Error: message });
  }
}

/** Sends the stop signal, and SIGKILL after a timeout. @returns whether the container was running */
export async function stop(engine: Engine, container: Container, signal?: string, seconds?: number): Promise<boolean> {
  if (!container.isRunning) return false;
  container.isStopped = true;
  await end(engine, container, signal, seconds);
  engine.emit(container, 'stop');
  return true;
}

export async function restart(engine: Engine, container: Container, signal?: string, seconds?: number): Promise<void> {
  const wasStopped = container.isStopped;
  container.isStopped = true;
  container.staysAfterExit = true;
  if (container.isRunning) await end(engine, container, signal, seconds);
  container.staysAfterExit = false;
  container.isStopped = wasStopped;
  start(engine, container);
  engine.emit(container, 'restart');
}

async function end(engine: Engine, container: Container, signal?: string, seconds?: number): Promise<void> {
  const { process, config } = container;
  if (process === undefined) return container.change({ Status: 'exited', Running: false, Restarting: false });
  const first = signal || config.StopSignal || 'SIGTERM';
  const timeout = seconds ?? config.StopTimeout ?? 10;
  engine.emit(container, 'kill', { signal: first });
  const exit = container.nextExit();
  process.kill(first);
  const timer =
    timeout < 0
      ? undefined
      : setTimeout(() => {
          engine.emit(container, 'kill', { signal: '9' });
          process.kill('KILL');
        }, timeout * 1000);
  await exit;
  clearTimeout(timer);
}

export async function kill(engine: Engine, container: Container, signal: string): Promise<void> {
  const { process } = container;
  if (process === undefined) {
    throw new Conflict(`Cannot kill container: ${container.id}: container ${container.id} is not running`);
  }
  const number = signalNumber(signal);
  if (number === undefined) throw new BadRequest(`cannot kill container: ${container.id}: invalid signal: ${signal}`);
  const isKill = number === 9;
  // The stop signal of the container counts as a stop.
  if (isKill || number === signalNumber(container.config.StopSignal || 'TERM')) container.isStopped = true;
  engine.emit(container, 'kill', { signal: isKill ? '9' : signal });
  const exit = container.nextExit();
  process.kill(isKill ? 'KILL' : signal);
  if (isKill) await exit;
}

/** Removes a container. @throws Conflict if it is running and `force` is false */
export async function remove(engine: Engine, container: Container, force: boolean, volumes: boolean): Promise<void> {
  if (container.isRunning) {
    if (!force) {
      const status = container.state.Paused ? 'paused' : 'running';
      throw new Conflict(
        `cannot remove container "/${container.name}": container is ${status}: stop the container before removing or force remove`,
      );
    }
    container.isStopped = true;
    if (container.process === undefined) container.change({ Running: false, Restarting: false });
    else await kill(engine, container, 'KILL');
  }
  if (!container.isRemoved) removeNow(engine, container, volumes);
}

function removeNow(engine: Engine, container: Container, withVolumes: boolean): void {
  engine.containers.delete(container.id);
  for (const id of container.execs) engine.execs.delete(id);
  for (const { Type, Name } of container.mounts) {
    if (Type !== 'volume' || Name === undefined) continue;
    engine.volumes.leave(Name, container.id);
    const isAnonymous = /^[0-9a-f]{64}$/.test(Name);
    if (withVolumes && isAnonymous && engine.volumes.usersOf(Name).length === 0) engine.volumes.remove(Name);
  }
  engine.emit(container, 'destroy');
  container.notifyRemoval();
}

function closedInput(): Input {
  const input = new Input();
  input.end();
  return input;
}
