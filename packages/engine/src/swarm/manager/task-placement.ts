/** Places tasks: moves them to `pending`, and selects their nodes by what the other tasks there use. */
import { schedule, type SchedulableNode } from '../reconcile/schedule.js';
import { hasEnded, isAfter, isWanted } from '../reconcile/task-state.js';
import type { TaskRecord, TaskReport } from '../cluster/task-record.js';
import type { Cluster } from '../cluster/cluster.js';
import { NodeUsage, hostPortsOf } from './node-usage.js';

export class TaskPlacement {
  readonly #cluster: Cluster;
  readonly #report: (task: string, changes: TaskReport) => void;
  readonly #unassigned = new Set<string>();
  /** The tasks for which there was no node. */
  readonly #waiting = new Set<string>();
  readonly #usage = new NodeUsage();
  /** All nodes as the scheduler sees them, until one of them changes. */
  #nodes: readonly SchedulableNode[] | undefined;

  constructor(cluster: Cluster, report: (task: string, changes: TaskReport) => void) {
    this.#cluster = cluster;
    this.#report = report;
  }

  /** Notes a new task, or a change of one. */
  taskChanged(task: TaskRecord | undefined, before: TaskRecord | undefined): void {
    this.#usage.change(task, before);
    if (task !== undefined && task.state !== before?.state && !isAfter(task.state, 'pending'))
      this.#unassigned.add(task.id);
    // Whoever waits for resources may have a place now.
    if (before !== undefined && (task === undefined || hasEnded(task.state)) && !hasEnded(before.state)) this.retry();
  }

  /** Notes a change of a node. */
  nodesChanged(): void {
    this.#nodes = undefined;
    this.retry();
  }

  /** Tries again to place tasks for which there was no node. */
  retry(): void {
    for (const id of this.#waiting) this.#unassigned.add(id);
    this.#waiting.clear();
  }

  /** Places the tasks without a node. */
  placeAll(): void {
    for (const id of [...this.#unassigned]) this.#place(id);
  }

  #place(id: string): void {
    this.#unassigned.delete(id);
    const task = this.#cluster.tables.task.get(id);
    if (task === undefined || isAfter(task.state, 'pending') || !isWanted(task.desired)) return;
    if (task.state === 'new') return this.#report(id, { state: 'pending', message: 'pending task scheduling' });
    const { settings, serviceId } = task;
    const placement = schedule(
      {
        service: serviceId,
        constraints: settings.constraints,
        platforms: settings.platforms,
        spread: settings.spread,
        maxReplicas: settings.maxReplicas,
        reservations: settings.reservations,
        hostPorts: hostPortsOf(task),
      },
      this.#candidatesOf(task),
    );
    if ('reason' in placement) {
      this.#waiting.add(id);
      if (task.error !== placement.reason) this.#cluster.change('task', id, { error: placement.reason });
      return;
    }
    this.#report(id, { nodeId: placement.node, state: 'assigned', message: 'scheduler assigned task to node' });
  }

  /** Returns the node of a task of a global service, or all nodes. */
  #candidatesOf({ nodeId }: TaskRecord): readonly SchedulableNode[] {
    const { node } = this.#cluster.tables;
    const preassigned = node.get(nodeId);
    if (preassigned !== undefined) return [this.#usage.nodeOf(preassigned)];
    return (this.#nodes ??= Array.from(node.values(), (each) => this.#usage.nodeOf(each)));
  }
}
