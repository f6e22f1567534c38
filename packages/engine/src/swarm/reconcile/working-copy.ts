/** The state of a service while one reconciliation changes it, and the actions that lead to it. */
import type { CreateTask, ReconcileAction, Reconciliation } from './actions.js';
import type {
  ActualTask,
  CandidateNode,
  DesiredService,
  ServiceUpdateStatus,
  UpdateProgress,
} from './desired-service.js';
import { hasEnded, isWanted, type TaskState } from './task-state.js';

export interface ReconcileInput {
  readonly service: DesiredService;
  readonly tasks: readonly ActualTask[];
  /** By their id. */
  readonly nodes: ReadonlyMap<string, CandidateNode>;
  /** In milliseconds. */
  readonly now: number;
  /** Returns an id for a new task. */
  readonly nextId: () => string;
}

/** The time after which a task is started although the one before it has not ended. */
const longestWait = 60_000;

export class WorkingCopy {
  readonly service: DesiredService;
  readonly nodes: ReadonlyMap<string, CandidateNode>;
  readonly now: number;
  readonly #nextId: () => string;
  readonly #tasks: Map<string, ActualTask>;
  /** The tasks by slot, until one of them changes. */
  #slots: ReadonlyMap<string, readonly ActualTask[]> | undefined;
  readonly #actions: ReconcileAction[] = [];
  #wake = Infinity;

  constructor({ service, tasks, nodes, now, nextId }: ReconcileInput) {
    this.service = service;
    this.nodes = nodes;
    this.now = now;
    this.#nextId = nextId;
    this.#tasks = new Map(tasks.map((task) => [task.id, task]));
  }

  get tasks(): ActualTask[] {
    return [...this.#tasks.values()];
  }

  task(id: string): ActualTask | undefined {
    return this.#tasks.get(id);
  }

  /** Groups the tasks: those of global services by node, those of others by slot. */
  slots(): ReadonlyMap<string, readonly ActualTask[]> {
    return (this.#slots ??= this.#group());
  }

  slotOf({ slot, nodeId }: Pick<ActualTask, 'slot' | 'nodeId'>): string {
    return this.service.mode.kind.startsWith('global') ? nodeId : String(slot);
  }

  /** Whether the task runs, or will run, with the current settings. */
  isCurrent({ template }: ActualTask): boolean {
    return template === this.service.template;
  }

  create(task: Omit<CreateTask, 'kind' | 'task'>): ActualTask {
    const id = this.#nextId();
    const { now, service } = this;
    this.#actions.push({ kind: 'create', task: id, ...task });
    const { template, iteration } = service;
    const created: ActualTask = { id, template, iteration, state: 'new', created: now, since: now, ...task };
    this.#set(created);
    return created;
  }

  desire({ id }: ActualTask, desired: TaskState): void {
    const task = this.#tasks.get(id);
    if (task === undefined || task.desired === desired) return;
    this.#set({ ...task, desired });
    this.#actions.push({ kind: 'desire', task: id, desired });
  }

  reject(task: ActualTask): ActualTask {
    const rejected: ActualTask = { ...task, state: 'rejected', since: this.now };
    this.#set(rejected);
    this.#actions.push({ kind: 'reject', task: task.id });
    return rejected;
  }

  delete({ id }: ActualTask): void {
    if (!this.#tasks.delete(id)) return;
    this.#slots = undefined;
    this.#actions.push({ kind: 'delete', task: id });
  }

  setUpdate(status: ServiceUpdateStatus | undefined, progress: UpdateProgress | undefined): void {
    this.#actions.push({ kind: 'update', status, progress });
  }

  rollBack(status: ServiceUpdateStatus): void {
    this.#actions.push({ kind: 'roll back', status });
  }

  /** Asks for a reconciliation at a moment. */
  wakeAt(moment: number): void {
    this.#wake = Math.min(this.#wake, moment);
  }

  /** Starts prepared tasks whose delay has passed and whose predecessors have ended. */
  startPrepared(desired: TaskState): void {
    for (const task of this.tasks) {
      if (task.desired !== 'ready' || hasEnded(task.state)) continue;
      const start = task.startAfter ?? 0;
      const limit = task.created + longestWait;
      if (start > this.now) this.wakeAt(start);
      else if (!this.#isWaiting(task) || limit <= this.now) this.desire(task, desired);
      else this.wakeAt(limit);
    }
  }

  result(): Reconciliation {
    return { actions: this.#actions, ...(this.#wake < Infinity && { wake: this.#wake }) };
  }

  #group(): Map<string, ActualTask[]> {
    const slots = new Map<string, ActualTask[]>();
    for (const task of this.#tasks.values()) {
      if (task.desired === 'remove') continue;
      const slot = this.slotOf(task);
      const tasks = slots.get(slot);
      if (tasks === undefined) slots.set(slot, [task]);
      else tasks.push(task);
    }
    return slots;
  }

  #set(task: ActualTask): void {
    this.#tasks.set(task.id, task);
    this.#slots = undefined;
  }

  #isWaiting({ waitsFor }: ActualTask): boolean {
    const before = waitsFor === undefined ? undefined : this.#tasks.get(waitsFor);
    if (before === undefined || hasEnded(before.state) || isWanted(before.desired)) return false;
    return before.nodeId !== '' && this.nodes.get(before.nodeId)?.isDown === false;
  }
}
