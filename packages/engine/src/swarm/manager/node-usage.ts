/** What the tasks on the nodes of a swarm use, which the scheduler asks. */
import type { NodeRecord } from '../cluster/node-record.js';
import { hasEnded } from '../reconcile/task-state.js';
import type { ResourceAmounts, SchedulableNode } from '../reconcile/schedule.js';
import type { TaskRecord } from '../cluster/task-record.js';

interface Usage {
  tasks: number;
  nanoCpus: number;
  memory: number;
  readonly generic: Record<string, number>;
  readonly services: Map<string, number>;
  readonly ports: Set<string>;
}

export class NodeUsage {
  readonly #byNode = new Map<string, Usage>();
  /** What the scheduler sees of each node: usage in it is current, so that only a change of the node replaces it. */
  readonly #schedulable = new Map<string, { readonly record: NodeRecord; readonly node: SchedulableNode }>();

  /** Counts a change of a task. */
  change(after: TaskRecord | undefined, before: TaskRecord | undefined): void {
    const [was, is] = [occupies(before), occupies(after)];
    if (was && is && before?.nodeId === after?.nodeId) return;
    if (before !== undefined && was) this.#add(before, -1);
    if (after !== undefined && is) this.#add(after, 1);
  }

  /** Describes a node for the scheduler. */
  nodeOf(record: NodeRecord): SchedulableNode {
    const existing = this.#schedulable.get(record.id);
    if (existing?.record === record) return existing.node;
    const node = this.#describe(record);
    this.#schedulable.set(record.id, { record, node });
    return node;
  }

  #describe(record: NodeRecord): SchedulableNode {
    const usage = this.#of(record.id);
    const { description, ...rest } = record;
    const { nanoCpus, memory, genericResources, os, architecture, hostname, engineLabels } = description;
    return {
      id: rest.id,
      role: rest.role,
      labels: rest.labels,
      address: rest.address,
      availability: rest.availability,
      os,
      architecture,
      hostname,
      engineLabels,
      isReady: rest.state === 'ready',
      resources: { nanoCpus, memory, generic: genericResources },
      used: usage satisfies ResourceAmounts,
      usedPorts: usage.ports,
      get tasks() {
        return usage.tasks;
      },
      tasksOf: (service) => usage.services.get(service) ?? 0,
    };
  }

  #add(task: TaskRecord, sign: 1 | -1): void {
    const usage = this.#of(task.nodeId);
    const { nanoCpus, memory, generic } = task.settings.reservations;
    usage.tasks += sign;
    usage.nanoCpus += sign * nanoCpus;
    usage.memory += sign * memory;
    for (const [kind, amount] of Object.entries(generic))
      usage.generic[kind] = (usage.generic[kind] ?? 0) + sign * amount;
    usage.services.set(task.serviceId, (usage.services.get(task.serviceId) ?? 0) + sign);
    for (const port of hostPortsOf(task)) {
      if (sign > 0) usage.ports.add(port);
      else usage.ports.delete(port);
    }
  }

  #of(node: string): Usage {
    const existing = this.#byNode.get(node);
    if (existing !== undefined) return existing;
    const usage = { tasks: 0, nanoCpus: 0, memory: 0, generic: {}, services: new Map(), ports: new Set<string>() };
    this.#byNode.set(node, usage);
    return usage;
  }
}

export function hostPortsOf({ hostPorts }: Pick<TaskRecord, 'hostPorts'>): string[] {
  return hostPorts
    .filter(({ published }) => published > 0)
    .map(({ published, protocol }) => `${published}/${protocol}`);
}

function occupies(task: TaskRecord | undefined): boolean {
  return task !== undefined && task.nodeId !== '' && !hasEnded(task.state);
}
