/** Rolling updates: replaces the tasks of outdated slots, a few slots at a time. */
import type {
  ActualTask,
  ServiceUpdateState,
  ServiceUpdateStatus,
  UpdateProgress,
  UpdateLane,
} from './desired-service.js';
import { liveSlots } from './replicas.js';
import { hasEnded, isAfter } from './task-state.js';
import type { WorkingCopy } from './working-copy.js';

export function updateTasks(copy: WorkingCopy): void {
  const { service } = copy;
  const { state } = service.updateStatus ?? {};
  if (state === 'paused' || state === 'rollback_paused') return;
  const progress = service.progress ?? start(copy);
  if (progress !== undefined) new Update(copy, progress).run();
}

/** Starts an update if slots are outdated. */
function start(copy: WorkingCopy): UpdateProgress | undefined {
  const { updateStatus } = copy.service;
  const outdated = [...liveSlots(copy)].filter(([, tasks]) => isOutdated(copy, tasks)).map(([slot]) => slot);
  if (outdated.length === 0) {
    const completed = completedState(updateStatus);
    if (completed !== undefined) copy.setUpdate(completedStatus(copy, completed), undefined);
    return undefined;
  }
  return { total: outdated.length, waiting: outdated, lanes: [], tasks: {}, failed: [] };
}

function isOutdated(copy: WorkingCopy, tasks: readonly ActualTask[]): boolean {
  return tasks.length > 1 || tasks.some((task) => !copy.isCurrent(task));
}

class Update {
  readonly #copy: WorkingCopy;
  readonly #before: UpdateProgress;
  readonly #isRollback: boolean;
  readonly #tasks: Record<string, number>;
  readonly #waiting: string[];
  #lanes: UpdateLane[];

  constructor(copy: WorkingCopy, progress: UpdateProgress) {
    this.#copy = copy;
    this.#before = progress;
    this.#isRollback = copy.service.updateStatus?.state === 'rollback_started';
    this.#tasks = { ...progress.tasks };
    this.#waiting = [...progress.waiting];
    this.#lanes = [...progress.lanes];
  }

  run(): void {
    const failed = this.#failedTasks();
    const [latest] = failed.slice(this.#before.failed.length);
    const { maxFailureRatio, failureAction } = this.#settings;
    if (latest !== undefined && failed.length / this.#before.total > maxFailureRatio && failureAction !== 'continue')
      return this.#stop(latest);
    this.#lanes = this.#lanes
      .map((lane) => this.#advance(lane))
      .filter(({ free }) => free === undefined || free > this.#now);
    this.#fillLanes();
    for (const { free } of this.#lanes) if (free !== undefined) this.#copy.wakeAt(free);
    this.#finish(failed);
  }

  get #settings() {
    const { update, rollback } = this.#copy.service;
    return this.#isRollback ? rollback : update;
  }

  get #now(): number {
    return this.#copy.now;
  }

  /** Returns the tasks of this update that ended before their time, the earlier found ones first. */
  #failedTasks(): string[] {
    const failed = [...this.#before.failed];
    const { monitor } = this.#settings;
    for (const [id, started] of Object.entries(this.#tasks)) {
      const task = this.#copy.task(id);
      if (task === undefined || !hasEnded(task.state) || failed.includes(id)) continue;
      // A task that was asked to end has not failed.
      if (task.state === 'shutdown' || task.state === 'remove') continue;
      if (started === 0 || task.since - started <= monitor) failed.push(id);
    }
    return failed;
  }

  #stop(task: string): void {
    const { service } = this.#copy;
    const reason = `due to failure or early termination of task ${task}`;
    if (this.#isRollback) this.#copy.setUpdate(this.#status('rollback_paused', `rollback paused ${reason}`), undefined);
    else if (service.update.failureAction === 'rollback' && service.canRollBack)
      this.#copy.rollBack({
        state: 'rollback_started',
        started: this.#now,
        completed: 0,
        message: `update rolled back ${reason}`,
      });
    else this.#copy.setUpdate(this.#status('paused', `update paused ${reason}`), undefined);
  }

  /** Follows the task that replaces the others of a slot. */
  #advance(lane: UpdateLane): UpdateLane {
    if (lane.free !== undefined) return lane;
    const task = this.#copy.task(lane.task);
    const free = this.#now + this.#settings.delay;
    if (task === undefined) return { ...lane, free };
    if (!isAfter(task.state, 'starting')) return lane;
    if (lane.task in this.#tasks) this.#tasks[lane.task] ||= task.since;
    if (task.state === 'running') this.#endOthers(lane.slot, task);
    return { ...lane, free };
  }

  #endOthers(slot: string, current: ActualTask): void {
    for (const task of liveSlots(this.#copy).get(slot) ?? [])
      if (task.id !== current.id) this.#copy.desire(task, 'shutdown');
  }

  #fillLanes(): void {
    const limit = this.#settings.parallelism || this.#before.total;
    const live = liveSlots(this.#copy);
    while (this.#lanes.length < limit) {
      const slot = this.#waiting.shift();
      if (slot === undefined) return;
      const tasks = live.get(slot);
      if (tasks !== undefined && isOutdated(this.#copy, tasks)) this.#lanes.push(this.#replace(slot, tasks));
    }
  }

  /** Replaces the tasks of a slot by one with the current settings, or by one that has them already. */
  #replace(slot: string, tasks: readonly ActualTask[]): UpdateLane {
    const copy = this.#copy;
    const current = tasks.filter((task) => copy.isCurrent(task) && !hasEnded(task.state));
    const existing = current.find(({ desired }) => desired === 'running') ?? current[0];
    if (existing !== undefined) {
      for (const task of tasks) if (task !== existing) copy.desire(task, 'shutdown');
      return { slot, task: existing.id };
    }
    const [first] = tasks;
    const isStopFirst = this.#settings.order === 'stop-first';
    const isGlobal = copy.service.mode.kind === 'global';
    const task = copy.create({
      slot: first?.slot ?? 0,
      nodeId: isGlobal ? slot : '',
      desired: 'ready',
      ...(isStopFirst && first !== undefined && { waitsFor: first.id }),
    });
    if (isStopFirst) for (const each of tasks) copy.desire(each, 'shutdown');
    this.#tasks[task.id] = 0;
    return { slot, task: task.id };
  }

  #finish(failed: readonly string[]): void {
    const isOver = this.#waiting.length === 0 && this.#lanes.length === 0;
    const end = isOver ? (this.#before.end ?? this.#now + this.#settings.monitor) : undefined;
    const { updateStatus } = this.#copy.service;
    if (end !== undefined && end <= this.#now) {
      const completed = completedState(updateStatus);
      const status = completed === undefined ? updateStatus : completedStatus(this.#copy, completed);
      return this.#copy.setUpdate(status, undefined);
    }
    if (end !== undefined) this.#copy.wakeAt(end);
    const status = updateStatus ?? {
      state: 'updating',
      started: this.#now,
      completed: 0,
      message: 'update in progress',
    };
    const progress: UpdateProgress = {
      total: this.#before.total,
      waiting: this.#waiting,
      lanes: this.#lanes,
      tasks: this.#tasks,
      failed,
      ...(end !== undefined && { end }),
    };
    if (JSON.stringify(progress) !== JSON.stringify(this.#copy.service.progress) || status !== updateStatus)
      this.#copy.setUpdate(status, progress);
  }

  #status(state: ServiceUpdateState, message: string): ServiceUpdateStatus {
    return { state, started: this.#copy.service.updateStatus?.started ?? 0, completed: 0, message };
  }
}

/** Returns the state in which an update or a rollback ends; undefined if none is in progress. */
function completedState(status: ServiceUpdateStatus | undefined): ServiceUpdateState | undefined {
  if (status?.state === 'updating') return 'completed';
  return status?.state === 'rollback_started' ? 'rollback_completed' : undefined;
}

function completedStatus({ service, now }: WorkingCopy, state: ServiceUpdateState): ServiceUpdateStatus {
  const message = state === 'completed' ? 'update completed' : 'rollback completed';
  return { state, started: service.updateStatus?.started ?? 0, completed: now, message };
}
