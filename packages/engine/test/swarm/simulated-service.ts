/** A test fixture: one service on simulated nodes, reconciled after each step, without an engine. */
import type {
  ActualTask,
  CandidateNode,
  DesiredService,
  ServiceModeSettings,
  UpdateSettings,
} from '../../src/swarm/reconcile/desired-service.js';
import { reconcile } from '../../src/swarm/reconcile/reconcile.js';
import { hasEnded, isAfter, isWanted, taskStates } from '../../src/swarm/reconcile/task-state.js';

export interface SimulatedSettings {
  readonly mode: ServiceModeSettings;
  readonly update: UpdateSettings;
  readonly rollback: UpdateSettings;
  readonly nodes: number;
  readonly restartDelay?: number;
}

type Node = { -readonly [Property in keyof CandidateNode]: CandidateNode[Property] };

/** The states in which a task that runs well is, one after the other. */
const path = taskStates.slice(0, taskStates.indexOf('running') + 1);

export class SimulatedService {
  service: DesiredService;
  previous: string | undefined;
  readonly nodes: Node[];
  readonly tasks = new Map<string, ActualTask>();
  /** Templates whose tasks fail as soon as they run. */
  readonly failing = new Set<string>();
  /** The tasks that the current update created. */
  updated = new Set<string>();
  now = 1_000_000;
  /** What the reconciler did that the order of updates does not allow. */
  readonly violations: string[] = [];
  /** The tasks that the last call of the reconciler created. */
  #justCreated = new Set<string>();
  #ids = 0;
  /** Grows with each change of a task. */
  #changes = 0;
  #wake: number | undefined;

  constructor({ mode, update, rollback, nodes, restartDelay = 100 }: SimulatedSettings) {
    this.service = {
      mode,
      update,
      rollback,
      template: 't0',
      canRollBack: false,
      iteration: 0,
      historyLimit: 2,
      restart: { condition: 'any', delay: restartDelay, maxAttempts: 0, window: 0 },
    };
    this.nodes = Array.from({ length: nodes }, (_each, index) => ({
      id: `n${index}`,
      isDown: false,
      availability: 'active' as const,
      isSuitable: true,
    }));
    this.reconcile();
  }

  get all(): ActualTask[] {
    return [...this.tasks.values()];
  }

  get wanted(): ActualTask[] {
    return this.all.filter(({ desired }) => isWanted(desired));
  }

  /** The tasks that run, and are meant to. */
  get running(): ActualTask[] {
    return this.wanted.filter(({ state }) => state === 'running');
  }

  get updateState(): string | undefined {
    return this.service.updateStatus?.state;
  }

  /** The tasks of the current update that do not run yet. */
  get inFlight(): ActualTask[] {
    return this.wanted.filter(({ id, state }) => this.updated.has(id) && !isAfter(state, 'starting'));
  }

  scale(replicas: number): void {
    if (this.service.mode.kind === 'replicated') this.#change({ mode: { kind: 'replicated', replicas } });
  }

  update(template: string, failureAction?: UpdateSettings['failureAction']): void {
    this.previous = this.service.template;
    const update = failureAction === undefined ? this.service.update : { ...this.service.update, failureAction };
    this.#change({ template, update, canRollBack: true });
  }

  rollBack(): void {
    if (this.previous === undefined) return;
    const [template, previous] = [this.previous, this.service.template];
    this.previous = previous;
    const updateStatus = { state: 'rollback_started' as const, started: this.now, completed: 0, message: '' };
    this.#change({ template, canRollBack: true, updateStatus });
  }

  /** Moves a task one state further, if its node is there. */
  step(task: ActualTask): void {
    const node = this.nodes.find(({ id }) => id === task.nodeId);
    if (hasEnded(task.state) || node?.isDown === true) return;
    if (task.state === 'new') return this.#set(task, { state: 'pending' });
    if (task.state === 'pending') {
      const free = this.nodes.filter(({ isDown, availability }) => !isDown && availability === 'active');
      const [first] = free.sort((one, other) => this.#load(one.id) - this.#load(other.id));
      const chosen = task.nodeId === '' ? first : free.find(({ id }) => id === task.nodeId);
      if (chosen !== undefined) this.#set(task, { state: 'assigned', nodeId: chosen.id });
      return;
    }
    if (!isWanted(task.desired)) return this.#set(task, { state: 'shutdown' });
    if (task.state === 'ready' && task.desired === 'ready') return;
    if (task.state === 'running')
      return this.failing.has(task.template) ? this.#set(task, { state: 'failed' }) : this.#finish(task);
    const next = path[path.indexOf(task.state) + 1];
    if (next !== undefined) this.#set(task, { state: next });
  }

  fail(task: ActualTask): void {
    if (task.state === 'running') this.#set(task, { state: 'failed' });
  }

  advance(milliseconds: number): void {
    this.now += milliseconds;
    if (this.#wake !== undefined && this.#wake <= this.now) this.reconcile();
  }

  /** Changes a node. */
  setNode(index: number, changes: Partial<CandidateNode>): void {
    const node = this.nodes[index % this.nodes.length];
    if (node !== undefined) Object.assign(node, changes);
    this.reconcile();
  }

  /** Lets everything happen until nothing does any more. @returns whether that took a reasonable number of steps */
  settle(check: () => void = () => undefined): boolean {
    for (let round = 0; round < 3000; round += 1) {
      const before = this.#changes;
      for (const { id } of this.all) {
        const task = this.tasks.get(id);
        if (task !== undefined) this.step(task);
        check();
      }
      if (this.#changes !== before) continue;
      if (this.#wake === undefined) return true;
      this.now = Math.max(this.now, this.#wake);
      this.reconcile();
      check();
    }
    return false;
  }

  /** Applies the actions of the reconciler until there are none. */
  reconcile(): void {
    for (let pass = 0; pass < 50; pass += 1) {
      const { service, now } = this;
      const nodes = new Map(this.nodes.map((node) => [node.id, node]));
      const nextId = (): string => `task${(this.#ids += 1)}`;
      const { actions, wake } = reconcile({ service, tasks: this.all, nodes, now, nextId });
      this.#wake = wake;
      this.#justCreated = new Set();
      if (actions.length === 0) return;
      for (const action of actions) this.#apply(action);
    }
    throw new Error('the reconciler does not come to an end');
  }

  #apply(action: ReturnType<typeof reconcile>['actions'][number]): void {
    const { service, now } = this;
    this.#changes += 1;
    switch (action.kind) {
      case 'create': {
        const { kind: _kind, task: id, ...settings } = action;
        const { template, iteration } = service;
        this.#justCreated.add(id);
        this.tasks.set(id, { id, template, iteration, state: 'new', created: now, since: now, ...settings });
        // Restarts have a delay; other prepared tasks are those of updates.
        if (settings.desired === 'ready' && settings.startAfter === undefined) this.updated.add(id);
        break;
      }
      case 'desire':
      case 'reject': {
        const task = this.tasks.get(action.task);
        if (task === undefined) break;
        if (action.kind === 'desire' && action.desired === 'shutdown') this.#checkOrder(task);
        const changes =
          action.kind === 'desire' ? { desired: action.desired } : { state: 'rejected' as const, since: now };
        this.tasks.set(task.id, { ...task, ...changes });
        break;
      }
      case 'delete':
        this.tasks.delete(action.task);
        break;
      case 'update':
        this.service = { ...service, updateStatus: action.status, progress: action.progress };
        break;
      case 'roll back': {
        const template = this.previous ?? service.template;
        this.previous = undefined;
        this.updated = new Set();
        this.service = { ...service, template, canRollBack: false, updateStatus: action.status, progress: undefined };
      }
    }
  }

  #change(changes: Partial<DesiredService>): void {
    this.updated = new Set();
    this.service = { ...this.service, updateStatus: undefined, progress: undefined, ...changes };
    this.reconcile();
  }

  #set(task: ActualTask, changes: Partial<ActualTask>): void {
    const since = changes.state === undefined ? task.since : this.now;
    this.#changes += 1;
    this.tasks.set(task.id, { ...task, ...changes, since });
    this.reconcile();
  }

  /** With `start-first`, an update ends a task that runs only if its slot already has one with the current settings. */
  #checkOrder({ id, slot, nodeId, state, desired }: ActualTask): void {
    const { mode, update, rollback, updateStatus, template } = this.service;
    const node = this.nodes.find((each) => each.id === nodeId);
    if (state !== 'running' || desired !== 'running' || node?.isDown !== false || node.availability === 'drain') return;
    const { order } = updateStatus?.state === 'rollback_started' ? rollback : update;
    if (order !== 'start-first' || mode.kind.endsWith('job')) return;
    const isOther = (task: ActualTask): boolean =>
      task.id !== id &&
      !this.#justCreated.has(task.id) &&
      (mode.kind === 'global' ? task.nodeId === nodeId : task.slot === slot);
    if (!this.wanted.some((task) => isOther(task) && task.template === template && !hasEnded(task.state)))
      this.violations.push(`${id} of slot ${slot} is asked to end before another one runs`);
  }

  /** The tasks of jobs end by themselves. */
  #finish(task: ActualTask): void {
    if (this.service.mode.kind.endsWith('job')) this.#set(task, { state: 'complete' });
  }

  #load(node: string): number {
    return this.all.filter(({ nodeId, state }) => nodeId === node && !hasEnded(state)).length;
  }
}
