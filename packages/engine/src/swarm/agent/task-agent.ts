/** The agent of a node: runs the tasks that managers assign to the node, each in a container. */
import { HttpError } from '@lading/server-v1.44';
import type { Duplex } from 'node:stream';
import type { Container } from '../../objects/containers/container.js';
import type { ContainerNetworks } from '../../objects/containers/container-networks.js';
import type { ContainerService } from '../../objects/containers/container-service.js';
import type { Lifecycle } from '../../objects/containers/lifecycle.js';
import { nextTurn, type Clock } from '../../ports/clock.js';
import { isAfter, isWanted } from '../reconcile/task-state.js';
import type { TaskRecord, TaskReport } from '../cluster/task-record.js';

/** What the agent needs of its engine. */
export interface AgentParts {
  readonly clock: Clock;
  readonly containers: ContainerService;
  readonly lifecycle: Lifecycle;
  readonly containerNetworks: ContainerNetworks;
}

/** What the agent needs of the swarm. */
export interface TaskDispatcher {
  report(task: string, changes: TaskReport): void;
  /** Pulls what is missing, and creates the container of a task. @throws Error if the task cannot run on the node */
  prepare(task: TaskRecord): Promise<Container>;
}

interface TaskRun {
  task: TaskRecord;
  container?: Container | undefined;
  wake: () => void;
}

export class TaskAgent {
  readonly #parts: AgentParts;
  readonly #dispatcher: TaskDispatcher;
  readonly #runs = new Map<string, TaskRun>();
  #isClosed = false;

  constructor(parts: AgentParts, dispatcher: TaskDispatcher) {
    this.#parts = parts;
    this.#dispatcher = dispatcher;
  }

  /** Takes a new task, or a change of one. */
  update(task: TaskRecord): void {
    if (this.#isClosed) return;
    const run = this.#runs.get(task.id);
    if (run !== undefined) {
      run.task = task;
      run.wake();
    } else if (!isAfter(task.state, 'ready')) {
      const started: TaskRun = { task, wake: () => undefined };
      this.#runs.set(task.id, started);
      void this.#run(started);
    } else if (!isWanted(task.desired)) this.#dispatcher.report(task.id, { state: 'shutdown', message: 'shutdown' });
    // The task ran before the node was restarted.
    else this.#dispatcher.report(task.id, { state: 'failed', error: 'task: non-zero exit (137)' });
  }

  /** Removes the container of a task that no longer exists. */
  remove({ id }: TaskRecord): void {
    const run = this.#runs.get(id);
    this.#runs.delete(id);
    const { container } = run ?? {};
    if (container !== undefined && !container.isRemoved)
      void this.#parts.lifecycle.remove(container, true, true).catch(() => undefined);
  }

  containerOf(task: string): Container | undefined {
    return this.#runs.get(task)?.container;
  }

  /** Passes a connection to the program that listens in the container of a task. @returns false if there is none */
  accept(task: string, port: number, connection: Duplex): boolean {
    const container = this.containerOf(task);
    return container !== undefined && this.#parts.containerNetworks.accept(container, port, connection);
  }

  /** Stops reporting: the node has left the swarm or has stopped. */
  close(): void {
    this.#isClosed = true;
    for (const run of this.#runs.values()) run.wake();
  }

  /** Removes the containers of all tasks. */
  async removeAll(): Promise<void> {
    for (const { container } of this.#runs.values())
      if (container !== undefined && !container.isRemoved)
        await this.#parts.lifecycle.remove(container, true, true).catch(() => undefined);
    this.#runs.clear();
  }

  async #run(run: TaskRun): Promise<void> {
    const end = (): void => this.#report(run, { state: 'shutdown', message: 'shutdown' });
    try {
      // Managers send assignments a little later than they make them.
      await this.#turn();
      for (const state of ['accepted', 'preparing'] as const) {
        await this.#turn();
        if (!this.#isWanted(run)) return end();
        this.#report(run, { state, message: state });
      }
      await this.#turn();
      if (!this.#isWanted(run)) return end();
      try {
        run.container = await this.#dispatcher.prepare(run.task);
      } catch (error) {
        return this.#report(run, { state: 'rejected', message: 'preparing', error: messageOf(error) });
      }
      this.#report(run, { state: 'ready', message: 'prepared' });
      await this.#turn();
      await this.#changeUntil(run, () => run.task.desired !== 'ready');
      if (!this.#isWanted(run)) return end();
      await this.#execute(run, run.container);
    } catch (error) {
      this.#report(run, { state: 'failed', error: messageOf(error) });
    }
  }

  async #execute(run: TaskRun, container: Container): Promise<void> {
    const { lifecycle } = this.#parts;
    const exit = container.nextExit().then(() => container.state.exitCode);
    this.#report(run, { state: 'starting', message: 'starting', container: stateOf(container) });
    await this.#turn();
    if (!this.#isWanted(run)) return this.#report(run, { state: 'shutdown', message: 'shutdown' });
    await lifecycle.start(container);
    let code: number | undefined;
    void exit.then((value) => {
      code = value;
      run.wake();
    });
    await this.#changeUntil(run, () => code !== undefined || !this.#isWanted(run) || this.#isHealthy(container));
    if (code === undefined && this.#isWanted(run)) {
      this.#report(run, {
        state: 'running',
        message: 'started',
        container: stateOf(container),
        hostPorts: hostPortsOf(run.task, container),
      });
      const isUnhealthy = (): boolean => container.state.health?.status === 'unhealthy';
      await this.#changeUntil(run, () => code !== undefined || !this.#isWanted(run) || isUnhealthy());
      if (code === undefined && this.#isWanted(run)) {
        await lifecycle.stop(container, undefined, run.task.settings.stopTimeout);
        return this.#fail(run, container, 'task: non-zero exit (137): dockerexec: unhealthy container');
      }
    } else if (code === 0 && this.#isWanted(run)) {
      // A process that ends at once has run.
      this.#report(run, { state: 'running', message: 'started', container: stateOf(container) });
    }
    if (code === undefined) {
      await lifecycle.stop(container, undefined, run.task.settings.stopTimeout);
      return this.#report(run, { state: 'shutdown', message: 'shutdown', container: stateOf(container) });
    }
    if (code !== 0) return this.#fail(run, container, container.state.error || `task: non-zero exit (${code})`);
    this.#report(run, { state: 'complete', message: 'finished', container: stateOf(container) });
  }

  /** Lets managers see a state before the task is in the next one. */
  #turn(): Promise<void> {
    return nextTurn(this.#parts.clock);
  }

  #fail(run: TaskRun, container: Container, error: string): void {
    this.#report(run, { state: 'failed', error, container: stateOf(container) });
  }

  #isHealthy(container: Container): boolean {
    return container.state.health === undefined || container.state.health.status === 'healthy';
  }

  #isWanted({ task }: TaskRun): boolean {
    return isWanted(task.desired) && this.#runs.get(task.id) !== undefined;
  }

  /** Waits until a condition is true, which is checked after changes of the task and of its container. */
  async #changeUntil(run: TaskRun, isTrue: () => boolean): Promise<void> {
    const stopListening = run.container?.listen(() => run.wake());
    while (!isTrue() && !this.#isClosed && this.#runs.has(run.task.id))
      await new Promise<void>((resolve) => (run.wake = resolve));
    run.wake = () => undefined;
    stopListening?.();
  }

  #report({ task }: TaskRun, changes: TaskReport): void {
    if (!this.#isClosed) this.#dispatcher.report(task.id, changes);
  }
}

function stateOf(container: Container) {
  return { id: container.id, pid: container.process?.pid ?? 0, exitCode: container.state.exitCode };
}

function messageOf(error: unknown): string {
  return error instanceof HttpError || error instanceof Error ? error.message : String(error);
}

/** Returns the ports with those that the node assigned. */
function hostPortsOf({ hostPorts }: TaskRecord, container: Container): TaskRecord['hostPorts'] {
  return hostPorts.map((port) => {
    const [bound] = container.record.ports[`${port.target}/${port.protocol}`] ?? [];
    return bound === undefined ? port : { ...port, published: Number(bound.port) };
  });
}
