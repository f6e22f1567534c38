/** The orchestrator: reconciles services after each change, has their tasks placed, and hands them to nodes. */
import { checkTransition } from '../../state/transitions.js';
import type { ReconcileAction } from '../reconcile/actions.js';
import { fulfills, type ConstrainedNode } from '../reconcile/constraints.js';
import type { CandidateNode, DesiredService } from '../reconcile/desired-service.js';
import { reconcile } from '../reconcile/reconcile.js';
import { hasEnded, isAfter, phaseOf } from '../reconcile/task-state.js';
import type { NodeRecord } from '../cluster/node-record.js';
import { nextTurn } from '../../ports/clock.js';
import type { ServiceRecord } from '../cluster/service-record.js';
import type { TaskRecord, TaskReport } from '../cluster/task-record.js';
import type { Cluster } from '../cluster/cluster.js';
import { newTask } from './new-task.js';
import type { OverlayNetworks } from './overlay-networks.js';
import { TaskPlacement } from './task-placement.js';

/** The time after which the tasks of a lost node are given up, in milliseconds. */
const orphanedAfter = 24 * 3_600_000;
/** The number of services that are reconciled before other work gets a turn. */
const batch = 100;

export interface OrchestratorParts {
  readonly cluster: Cluster;
  readonly networks: OverlayNetworks;
  /** Whether enough managers are there for changes. */
  readonly hasQuorum: () => boolean;
  /** Called for each task with a node that has changed or was removed. */
  readonly handOver: (task: TaskRecord, isRemoved: boolean) => void;
  /** Called when the update of a service has reached another state. */
  readonly onUpdate: (service: ServiceRecord, before: ServiceRecord) => void;
}

export class Orchestrator {
  readonly #parts: OrchestratorParts;
  readonly #tasks = new Map<string, Map<string, TaskRecord>>();
  readonly #changed = new Set<string>();
  readonly #wakes = new Map<string, { readonly at: number; readonly cancel: () => void }>();
  readonly #placement: TaskPlacement;
  /** The nodes as a service without constraints sees them, until one of them changes. */
  #allCandidates: ReadonlyMap<string, CandidateNode> | undefined;
  #isScheduled = false;
  #isClosed = false;

  constructor(parts: OrchestratorParts) {
    this.#parts = parts;
    const { cluster } = parts;
    this.#placement = new TaskPlacement(cluster, (task, changes) => this.report(task, changes));
    for (const task of cluster.tables.task.values()) this.#taskChanged(task, undefined);
    for (const { id } of cluster.tables.service.values()) this.#changed.add(id);
    cluster.listen((kind, value, before) => {
      if (kind === 'task') this.#taskChanged(value as TaskRecord | undefined, before as TaskRecord | undefined);
      else if (kind === 'service') this.#changed.add((value ?? before)?.id ?? '');
      else if (kind === 'node') this.#nodesChanged();
      else if (kind === 'cluster') this.touchAll();
      this.#flushLater();
    });
  }

  /** Returns the tasks of a service. */
  tasksOf(service: string): TaskRecord[] {
    return [...(this.#tasks.get(service)?.values() ?? [])];
  }

  /** Reconciles all services, after something that concerns them all. */
  touchAll(): void {
    for (const { id } of this.#parts.cluster.tables.service.values()) this.#changed.add(id);
    this.#placement.retry();
    this.#flushLater();
  }

  close(): void {
    this.#isClosed = true;
    for (const { cancel } of this.#wakes.values()) cancel();
    this.#wakes.clear();
  }

  #taskChanged(task: TaskRecord | undefined, before: TaskRecord | undefined): void {
    const { serviceId = '', id = '' } = task ?? before ?? {};
    this.#placement.taskChanged(task, before);
    let tasks = this.#tasks.get(serviceId);
    if (tasks === undefined) this.#tasks.set(serviceId, (tasks = new Map()));
    if (task === undefined) tasks.delete(id);
    else tasks.set(id, task);
    if (task === undefined && tasks.size === 0) this.#tasks.delete(serviceId);
    if (isRelevant(task, before)) this.#changed.add(serviceId);
    const latest = task ?? before;
    if (latest !== undefined && latest.nodeId !== '') this.#parts.handOver(latest, task === undefined);
  }

  #nodesChanged(): void {
    this.#allCandidates = undefined;
    this.#placement.nodesChanged();
    this.touchAll();
  }

  #flushLater(): void {
    if (this.#isScheduled || this.#isClosed) return;
    this.#isScheduled = true;
    void nextTurn(this.#parts.cluster.clock).then(() => {
      this.#isScheduled = false;
      if (!this.#isClosed) this.#flush();
    });
  }

  #flush(): void {
    if (!this.#parts.hasQuorum()) return;
    this.#parts.cluster.batch(() => {
      let count = 0;
      for (const id of this.#changed) {
        if ((count += 1) > batch) break;
        this.#changed.delete(id);
        this.#reconcile(id);
      }
      this.#placement.placeAll();
    });
    if (this.#changed.size > 0) this.#flushLater();
  }

  #reconcile(id: string): void {
    const { cluster } = this.#parts;
    const service = cluster.tables.service.get(id);
    const tasks = this.tasksOf(id);
    this.#wakes.get(id)?.cancel();
    this.#wakes.delete(id);
    if (service === undefined) {
      // Tasks of a removed service end, and are removed.
      for (const task of tasks) {
        if (task.desired !== 'remove') cluster.change('task', task.id, { desired: 'remove' });
        else if (hasEnded(task.state) || !isAfter(task.state, 'pending')) cluster.remove('task', task.id);
      }
      return;
    }
    const { actions, wake } = reconcile({
      service: this.#desired(service),
      tasks,
      nodes: this.#candidates(service),
      now: cluster.clock.now(),
      nextId: () => cluster.nextId(),
    });
    for (const action of actions) this.#apply(service.id, action);
    if (wake !== undefined) this.#wakeAt(id, wake);
  }

  #wakeAt(id: string, at: number): void {
    const { clock } = this.#parts.cluster;
    const cancel = clock.schedule(Math.max(0, at - clock.now()), () => {
      this.#wakes.delete(id);
      this.#changed.add(id);
      this.#flushLater();
    });
    this.#wakes.set(id, { at, cancel });
  }

  #desired({ settings, previous, updateStatus, progress, iteration }: ServiceRecord): DesiredService {
    const { mode, update, rollback, task } = settings;
    return {
      mode,
      update,
      rollback,
      updateStatus,
      progress,
      iteration,
      template: task.key,
      restart: task.restart,
      canRollBack: previous !== undefined,
      historyLimit: this.#parts.cluster.record.settings.taskHistory,
    };
  }

  #candidates({ settings }: ServiceRecord): ReadonlyMap<string, CandidateNode> {
    const { constraints } = settings.task;
    if (constraints.length === 0) return (this.#allCandidates ??= this.#candidatesBy(() => true));
    return this.#candidatesBy((node) => fulfills(constrainedNode(node), constraints));
  }

  #candidatesBy(isSuitable: (node: NodeRecord) => boolean): ReadonlyMap<string, CandidateNode> {
    const candidates = new Map<string, CandidateNode>();
    for (const node of this.#parts.cluster.tables.node.values()) {
      const { id, state, availability } = node;
      candidates.set(id, { id, isDown: state === 'down', availability, isSuitable: isSuitable(node) });
    }
    return candidates;
  }

  #apply(serviceId: string, action: ReconcileAction): void {
    const { cluster, networks } = this.#parts;
    const service = cluster.tables.service.get(serviceId);
    if (service === undefined) return;
    switch (action.kind) {
      case 'create':
        cluster.put('task', newTask(service, action, cluster.clock.now(), networks));
        break;
      case 'desire':
        cluster.change('task', action.task, { desired: action.desired });
        break;
      case 'reject':
        this.report(action.task, {
          state: 'rejected',
          message: 'task rejected by constraint enforcer',
          error: 'assigned node no longer meets constraints',
        });
        break;
      case 'delete':
        cluster.remove('task', action.task);
        break;
      case 'update':
        this.#setUpdate(service, action);
        break;
      case 'roll back':
        if (service.previous !== undefined)
          this.#setUpdate(
            { ...service, settings: service.previous, previous: undefined },
            {
              status: action.status,
              progress: undefined,
            },
          );
    }
  }

  #setUpdate(
    service: ServiceRecord,
    { status, progress }: Pick<Extract<ReconcileAction, { readonly kind: 'update' }>, 'status' | 'progress'>,
  ): void {
    const before = service.updateStatus;
    if (status !== undefined && before !== undefined && status.state !== before.state)
      checkTransition('service-update-state', before.state, status.state);
    const { cluster, onUpdate } = this.#parts;
    const stored = cluster.tables.service.get(service.id) ?? service;
    // Clients that update a service while its tasks are replaced send the version that they have read.
    const after = cluster.put('service', { ...service, updateStatus: status, progress }, status === before);
    if (status?.state !== before?.state) onUpdate(after, stored);
  }

  /** Records what became of a task. */
  report(id: string, changes: TaskReport): void {
    const { cluster, networks } = this.#parts;
    const task = cluster.tables.task.get(id);
    if (task === undefined || hasEnded(task.state)) return;
    const { state = task.state } = changes;
    if (state === task.state) return void cluster.change('task', id, changes);
    // A node that was restarted reports again what the managers have already recorded.
    if (!isAfter(state, task.state)) return;
    checkTransition('task-state', task.state, state);
    if (hasEnded(state)) for (const { networkId, address } of task.networks) networks.release(networkId, address);
    cluster.change('task', id, { error: '', ...changes, since: cluster.clock.now() });
  }

  /** Gives up the tasks of a node that stays away. */
  orphanTasksOf(node: string, when: 'now' | 'later'): () => void {
    const { cluster } = this.#parts;
    const orphan = (): void => {
      for (const { id, nodeId, state } of [...cluster.tables.task.values()])
        if (nodeId === node && !hasEnded(state)) this.report(id, { state: 'orphaned', message: 'node is lost' });
    };
    if (when === 'later') return cluster.clock.schedule(orphanedAfter, orphan);
    orphan();
    return () => undefined;
  }
}

/** Whether a change of a task can lead to an action: most states on the way to `running` do not. */
function isRelevant(task: TaskRecord | undefined, before: TaskRecord | undefined): boolean {
  if (task === undefined || before === undefined) return true;
  return phaseOf(task.state) !== phaseOf(before.state) || task.desired !== before.desired;
}

function constrainedNode({ id, role, address, labels, description }: NodeRecord): ConstrainedNode {
  const { hostname, os, architecture, engineLabels } = description;
  return { id, role, address, labels, hostname, os, architecture, engineLabels };
}
