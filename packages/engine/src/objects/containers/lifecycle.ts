/** The life cycle of containers: start, stop, restart, kill, pause, remove, and what follows an exit. */
import { BadRequest, Conflict, HttpError, ServerError } from '@lading/server-v1.44';
import type { Ports } from '../../ports/ports.js';
import { sleep } from '../../ports/clock.js';
import { StartFailure } from '../../ports/container-runtime.js';
import { Input } from '../../streams/input.js';
import type { ContainerNetworks } from './container-networks.js';
import type { ContainerService } from './container-service.js';
import type { Container } from './container.js';
import type { HealthMonitor } from './health-monitor.js';
import type { ContainerEndpoints, ContainerExecs, ContainerLogs } from './neighbours.js';
import type { PublishedPorts } from './published-ports.js';
import { requireSharedNamespaces } from './shared-namespaces.js';
import { isUnknownUser, startFailureText } from '../../values/start-failure.js';
import { startProcess } from './start-process.js';
import { validateStart } from './validate-start.js';
import { writeNetworkFiles } from './write-network-files.js';
import { DelayedRestarts, shouldRestart, shouldResume, type ResumeMode } from './restart-policy.js';

interface LifecycleNeighbours {
  readonly containers: ContainerService;
  readonly endpoints: Pick<ContainerEndpoints, 'joinAll' | 'leaveAll'>;
  readonly execs: ContainerExecs;
  readonly health: HealthMonitor;
  readonly logs: Pick<ContainerLogs, 'start' | 'stop' | 'close'>;
  readonly networks: ContainerNetworks;
  readonly publishedPorts: PublishedPorts;
  /** The shortest time between the start and the end of a container, in milliseconds. */
  readonly minimumRunTime: number;
}

/**
 * How long a container with `AutoRemove` stays after its end, in milliseconds: clients that started it without a wait ask for
 * its output and exit code then, and a real engine needs this time to release its resources.
 */
const removalDelay = 100;

export class Lifecycle {
  readonly #ports: Pick<Ports, 'clock' | 'runtime'>;
  readonly #neighbours: LifecycleNeighbours;
  /** The starts in progress, by container. */
  readonly #starts = new Map<string, Promise<void>>();
  readonly #restarts: DelayedRestarts;
  #isClosed = false;

  constructor(ports: Pick<Ports, 'clock' | 'runtime'>, neighbours: LifecycleNeighbours) {
    this.#ports = ports;
    this.#neighbours = neighbours;
    this.#restarts = new DelayedRestarts(ports.clock, (container) => this.start(container));
  }

  /** Starts a container. @returns false if it was already running */
  async start(container: Container): Promise<boolean> {
    await this.#starts.get(container.id);
    if (container.status === 'paused') throw new Conflict('cannot start a paused container, try unpause instead');
    if (container.status === 'removing' || container.status === 'dead')
      throw new Conflict('container is marked for removal and cannot be started');
    if (container.status === 'running') return false;
    const start = this.#run(container).finally(() => this.#starts.delete(container.id));
    this.#starts.set(
      container.id,
      start.catch(() => undefined),
    );
    await start;
    return true;
  }

  /** Sends the stop signal, and SIGKILL after a timeout. @returns whether the container was running */
  async stop(container: Container, signal?: string, seconds?: number): Promise<boolean> {
    await this.#starts.get(container.id);
    if (!container.isRunning) return false;
    container.change({ isManuallyStopped: true });
    await this.#end(container, signal, seconds);
    this.#neighbours.containers.emit(container, 'stop');
    return true;
  }

  async restart(container: Container, signal?: string, seconds?: number): Promise<void> {
    const { isManuallyStopped } = container.record;
    container.change({ isManuallyStopped: true });
    container.staysAfterExit = true;
    try {
      await this.#starts.get(container.id);
      if (container.isRunning) {
        await this.#end(container, signal, seconds);
        this.#neighbours.containers.emit(container, 'stop');
      }
    } finally {
      container.staysAfterExit = false;
      container.change({ isManuallyStopped });
    }
    await this.start(container);
    this.#neighbours.containers.emit(container, 'restart');
  }

  /** Returns the number of a signal. @throws BadRequest for an invalid one */
  requireSignal(signal: string): number {
    const number = this.#ports.runtime.signalNumber(signal);
    if (number !== undefined) return number;
    throw new BadRequest(
      Number(signal) > 0 ? `the linux daemon does not support signal ${signal}` : `invalid signal: ${signal}`,
    );
  }

  /** @throws Conflict if it is not running; BadRequest for an invalid signal */
  async kill(container: Container, signal: string): Promise<void> {
    await this.#starts.get(container.id);
    const { runtime } = this.#ports;
    const number = this.requireSignal(signal);
    const { process } = container;
    if (process === undefined) throw new Conflict(`container ${container.id} is not running`);
    const isKill = number === 9;
    // The stop signal of the container counts as a stop.
    if (isKill || number === runtime.signalNumber(container.settings.stopSignal || 'TERM'))
      container.change({ isManuallyStopped: true });
    this.#neighbours.containers.emit(container, 'kill', { signal: String(number) });
    const exit = container.nextExit();
    process.signal(isKill ? 'KILL' : signal);
    if (isKill) await exit;
  }

  pause(container: Container): void {
    requireRunning(container);
    if (container.status === 'paused') throw new Conflict(`Container ${container.id} is already paused`);
    if (container.status === 'restarting')
      throw new Conflict(`Container ${container.id} is restarting, wait until the container is running`);
    container.process?.pause();
    container.changeState({ status: 'paused' });
    this.#neighbours.containers.emit(container, 'pause');
  }

  unpause(container: Container): void {
    if (container.status !== 'paused') throw new ServerError(`Container ${container.id} is not paused`);
    container.process?.resume();
    container.changeState({ status: 'running' });
    this.#neighbours.containers.emit(container, 'unpause');
  }

  /** Removes a container. @throws Conflict if it is running and `force` is false */
  async remove(container: Container, force: boolean, withVolumes: boolean): Promise<void> {
    await this.#starts.get(container.id);
    if (container.isRunning) {
      if (!force) {
        const { name, status } = container;
        const advice =
          status === 'paused' ? ' and must be unpaused first' : ': stop the container before removing or force remove';
        throw new Conflict(`cannot remove container "/${name}": container is ${status}${advice}`);
      }
      container.change({ isManuallyStopped: true });
      if (container.process === undefined) container.changeState({ status: 'exited' });
      else await this.kill(container, 'KILL');
    }
    if (!container.isRemoved) await this.#neighbours.containers.remove(container, withVolumes);
  }

  /** Starts what ran when an earlier engine with these data ended. */
  async resume(which: ResumeMode = 'by policy'): Promise<void> {
    for (const container of this.#neighbours.containers.all()) {
      const { status } = container;
      const wasRunning = container.isRunning;
      if (wasRunning)
        container.changeState({ status: 'exited', exitCode: 255, finished: this.#ports.clock.now() }, { ports: {} });
      // The end of the engine interrupted its removal.
      if (status === 'removing') {
        container.changeState({ status: 'dead' });
        await this.#neighbours.containers.remove(container, true);
        continue;
      }
      const isWanted = (wasRunning && which === 'all') || shouldResume(container, wasRunning);
      if ((wasRunning || status === 'exited') && which === 'by policy' && container.host.autoRemove)
        await this.#neighbours.containers.remove(container, true);
      else if (isWanted) await this.start(container).catch(() => undefined);
    }
  }

  /** Ends all processes without consequences. */
  async close(): Promise<void> {
    const running = this.#neighbours.containers.all().flatMap(({ process }) => (process ? [process] : []));
    this.#isClosed = true;
    for (const process of running) process.signal('KILL');
    await Promise.all(running.map(({ exited }) => exited));
    await this.#neighbours.logs.close();
  }

  /** Continues after {@link close}, as an engine that was started again. */
  async reopen(): Promise<void> {
    this.#isClosed = false;
    await this.resume();
  }

  async #run(container: Container): Promise<void> {
    const { containers, endpoints, health, logs, networks, publishedPorts, minimumRunTime } = this.#neighbours;
    if (container.status === 'restarting') container.changeState({ status: 'exited' });
    try {
      requireSharedNamespaces(containers, container);
      await containers.mountVolumes(container);
      await endpoints.joinAll(container);
      container.published = await publishedPorts.open(container);
      await logs.start(container);
      validateStart(container);
      // What the first script prints at once is in the logs when its container has started.
      await this.#ports.runtime.prepare?.();
      writeNetworkFiles(networks, container, this.#ports.clock.now());
      container.process = startProcess(this.#ports, container, containers, networks.of(container));
    } catch (error) {
      throw this.#failure(container, error);
    }
    const { process } = container;
    const now = this.#ports.clock.now();
    container.changeState(
      { status: 'running', exitCode: 0, error: '', isOutOfMemory: false, started: now },
      { isManuallyStopped: false, ports: publishedPorts.recordsOf(container) },
    );
    container.output.begin();
    containers.emitMountEvents(container, 'mount');
    containers.emit(container, 'start');
    health.watch(container, process);
    void process.exited.then(async (code) => {
      const rest = now + minimumRunTime - this.#ports.clock.now();
      if (rest > 0) await sleep(this.#ports.clock, rest);
      this.#finish(container, code);
    });
  }

  /** Records why a container did not start. @returns the error of the response */
  #failure(container: Container, error: unknown): HttpError {
    const { endpoints, logs, publishedPorts, containers } = this.#neighbours;
    void logs.stop(container);
    for (const port of container.published) port.close();
    container.published = [];
    publishedPorts.close(container);
    endpoints.leaveAll(container);
    const isRuntimes = error instanceof StartFailure && !isUnknownUser(error);
    const failure = isRuntimes
      ? new BadRequest(startFailureText(error))
      : error instanceof HttpError
        ? error
        : new ServerError(error instanceof Error ? error.message : String(error));
    container.changeState({
      exitCode: isRuntimes ? error.exitCode : 128,
      error: failure.message,
      finished: container.state.started === 0 ? 0 : this.#ports.clock.now(),
    });
    container.notifyExit(container.state.exitCode);
    if (container.host.autoRemove) void containers.remove(container, true).catch(() => undefined);
    return failure;
  }

  #finish(container: Container, code: number): void {
    const { containers, endpoints, execs, logs, publishedPorts } = this.#neighbours;
    container.process = undefined;
    if (this.#isClosed) return;
    // A signal that ends a paused process lets it continue first.
    if (container.status === 'paused') container.changeState({ status: 'running' });
    // All execs end with the first process.
    execs.endAll(container);
    container.input = new Input();
    container.listeners.clear();
    publishedPorts.close(container);
    const now = this.#ports.clock.now();
    const restarts = shouldRestart(container, code);
    container.changeState({ status: restarts ? 'restarting' : 'exited', exitCode: code, finished: now }, { ports: {} });
    container.output.end();
    void logs.stop(container);
    const duration = Math.floor((now - container.state.started) / 1000);
    containers.emit(container, 'die', { exitCode: String(code), execDuration: String(duration) });
    endpoints.leaveAll(container);
    containers.emitMountEvents(container, 'unmount');
    void containers.unmountVolumes(container).catch(() => undefined);
    container.notifyExit(code);
    if (restarts) this.#restarts.schedule(container);
    else if (container.host.autoRemove && !container.staysAfterExit)
      this.#ports.clock.schedule(removalDelay, () => void this.#removeAfterExit(container));
  }

  async #removeAfterExit(container: Container): Promise<void> {
    if (container.isRunning || container.isRemoved) return;
    await this.#neighbours.containers.remove(container, true).catch(() => undefined);
  }

  async #end(container: Container, signal?: string, seconds?: number): Promise<void> {
    const { process, settings } = container;
    if (process === undefined) return container.changeState({ status: 'exited' });
    const { containers } = this.#neighbours;
    const first = signal || settings.stopSignal || 'SIGTERM';
    const number = this.#ports.runtime.signalNumber(first);
    if (number === undefined && signal) throw new BadRequest(`invalid signal: ${first}`);
    const timeout = seconds ?? settings.stopTimeout ?? 10;
    containers.emit(container, 'kill', { signal: String(number ?? first) });
    const exit = container.nextExit();
    if (number !== undefined) process.signal(first);
    const kill = (): void => {
      containers.emit(container, 'kill', { signal: '9' });
      process.signal('KILL');
    };
    const cancel = this.#ports.clock.schedule(timeout < 0 ? Infinity : timeout * 1000, kill);
    await exit;
    cancel();
  }
}

/** @throws Conflict */
export function requireRunning(container: Container): Container {
  if (!container.isRunning) throw new Conflict(`container ${container.id} is not running`);
  return container;
}
