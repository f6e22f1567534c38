/** From start to end, and perhaps once more. */
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
import { tellMounts } from './mounts.js';
import { publishedPorts } from './ports.js';

/** @returns whether it did not run before */
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
    // A terminal stays open although nobody types.
    input: config.OpenStdin || config.Tty ? container.input : ended(),
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
  tellMounts(engine, container, 'mount');
  engine.tell(container, 'start');
  watchHealth(engine, container, process);
  void process.exited.then((code) => finish(engine, container, code));
  return true;
}

/** A container that cannot join does not start. */
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
  // Further commands end with the first.
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
  engine.tell(container, 'die', { exitCode: String(code) });
  leaveAll(engine, container);
  tellMounts(engine, container, 'unmount');
  const isAgain = startsAgain(container, code);
  if (isAgain) container.change({ Status: 'restarting', Running: true, Restarting: true });
  container.tellExit(code);
  if (isAgain) {
    // Twice as long each time, a minute at most.
    setTimeout(() => startAgain(engine, container), Math.min(100 * 2 ** container.restarts, 60_000)).unref();
  } else if (container.hostConfig.AutoRemove && !container.isRemoved && !container.staysAfterExit)
    removeNow(engine, container, true);
}

function startsAgain({ hostConfig, isStopped, restarts }: Container, code: number): boolean {
  const { Name, MaximumRetryCount } = hostConfig.RestartPolicy;
  if (isStopped) return false;
  if (Name === 'on-failure') return code !== 0 && (MaximumRetryCount === 0 || restarts < MaximumRetryCount);
  return Name === 'always' || Name === 'unless-stopped';
}

function startAgain(engine: Engine, container: Container): void {
  if (container.isStopped || container.isRemoved || !container.state.Restarting) return;
  container.restarts += 1;
  container.change({ Status: 'exited', Running: false, Restarting: false });
  try {
    start(engine, container);
  } catch (error) {
    // What it needs may have gone since, for example a network. No process runs by then.
    const message = error instanceof Error ? error.message : String(error);
    container.change({ Status: 'exited', Running: false, Pid: 0, ExitCode: 128, Error: message });
  }
}

/** Asks it to end, and after some seconds does not ask any more. @returns whether it ran */
export async function stop(engine: Engine, container: Container, signal?: string, seconds?: number): Promise<boolean> {
  if (!container.isRunning) return false;
  container.isStopped = true;
  await end(engine, container, signal, seconds);
  engine.tell(container, 'stop');
  return true;
}

export async function restart(engine: Engine, container: Container, signal?: string, seconds?: number): Promise<void> {
  const policy = container.isStopped;
  container.isStopped = true;
  container.staysAfterExit = true;
  if (container.isRunning) await end(engine, container, signal, seconds);
  container.staysAfterExit = false;
  container.isStopped = policy;
  start(engine, container);
  engine.tell(container, 'restart');
}

async function end(engine: Engine, container: Container, signal?: string, seconds?: number): Promise<void> {
  const { process, config } = container;
  if (process === undefined) return container.change({ Status: 'exited', Running: false, Restarting: false });
  const first = signal || config.StopSignal || 'SIGTERM';
  const patience = seconds ?? config.StopTimeout ?? 10;
  engine.tell(container, 'kill', { signal: first });
  const exit = container.nextExit();
  process.kill(first);
  const timer =
    patience < 0
      ? undefined
      : setTimeout(() => {
          engine.tell(container, 'kill', { signal: '9' });
          process.kill('KILL');
        }, patience * 1000);
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
  const isDeadly = number === 9;
  // Who sends what would stop it wants it stopped.
  if (isDeadly || number === signalNumber(container.config.StopSignal || 'TERM')) container.isStopped = true;
  engine.tell(container, 'kill', { signal: isDeadly ? '9' : signal });
  const exit = container.nextExit();
  process.kill(isDeadly ? 'KILL' : signal);
  if (isDeadly) await exit;
}

/** @throws Conflict while it runs, unless by force */
export async function remove(engine: Engine, container: Container, force: boolean, volumes: boolean): Promise<void> {
  if (container.isRunning) {
    if (!force) {
      const what = container.state.Paused ? 'paused' : 'running';
      throw new Conflict(
        `cannot remove container "/${container.name}": container is ${what}: stop the container before removing or force remove`,
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
  engine.tell(container, 'destroy');
  container.tellRemoval();
}

function ended(): Input {
  const input = new Input();
  input.end();
  return input;
}
