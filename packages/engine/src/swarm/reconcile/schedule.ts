/** The scheduler: a pure function that selects a node for a task. */
import { architectureOf, fulfills, propertyOf, type ConstrainedNode, type PlacementConstraint } from './constraints.js';

export interface TaskRequirements {
  readonly service: string;
  readonly constraints: readonly PlacementConstraint[];
  readonly platforms: readonly { readonly os: string; readonly architecture: string }[];
  /** The properties of nodes over which tasks are spread, the most important first. */
  readonly spread: readonly string[];
  /** The maximum number of tasks on a node; 0 for any number. */
  readonly maxReplicas: number;
  readonly reservations: ResourceAmounts;
  /** The ports of the node that the task publishes, in the form `80/tcp`. */
  readonly hostPorts: readonly string[];
}

export interface ResourceAmounts {
  readonly nanoCpus: number;
  readonly memory: number;
  /** The amounts of further resources by their kind. */
  readonly generic: Readonly<Record<string, number>>;
}

/** A node and what its tasks use. */
export interface SchedulableNode extends ConstrainedNode {
  readonly isReady: boolean;
  readonly availability: 'active' | 'pause' | 'drain';
  readonly resources: ResourceAmounts;
  readonly used: ResourceAmounts;
  readonly usedPorts: ReadonlySet<string>;
  readonly tasks: number;
  /** The number of tasks of a service. */
  tasksOf(service: string): number;
}

export type Placement = { readonly node: string } | { readonly reason: string };

type NodeFilter = readonly [
  isPossible: (node: SchedulableNode, task: TaskRequirements) => boolean,
  /** Describes why a number of nodes is not possible. */
  reason: (count: number) => string,
];

const filters: readonly NodeFilter[] = [
  [
    ({ isReady, availability }) => isReady && availability === 'active',
    (count) => (count === 1 ? '1 node not available for new tasks' : `${count} nodes not available for new tasks`),
  ],
  [hasResources, (count) => `insufficient resources on ${nodes(count)}`],
  [
    (node, { constraints }) => fulfills(node, constraints),
    (count) => `scheduling constraints not satisfied on ${nodes(count)}`,
  ],
  [isOnPlatform, (count) => `unsupported platform on ${nodes(count)}`],
  [
    ({ usedPorts }, { hostPorts }) => hostPorts.every((port) => !usedPorts.has(port)),
    (count) => `host-mode port already in use on ${nodes(count)}`,
  ],
  [
    (node, { service, maxReplicas }) => maxReplicas === 0 || node.tasksOf(service) < maxReplicas,
    () => 'max replicas per node limit exceed',
  ],
];

/** Selects the node with the fewest tasks of the service, then the fewest tasks, among those that fulfill everything. */
export function schedule(task: TaskRequirements, candidates: Iterable<SchedulableNode>): Placement {
  const failures = filters.map(() => 0);
  const possible: SchedulableNode[] = [];
  for (const node of candidates) {
    let index = 0;
    while (filters[index]?.[0](node, task) === true) index += 1;
    if (index === filters.length) possible.push(node);
    else failures[index] = (failures[index] ?? 0) + 1;
  }
  const best = bestOf(possible, task, 0);
  if (best !== undefined) return { node: best.id };
  const reasons = filters
    .map(([, reason], index) => ({ reason, count: failures[index] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
    .map(({ reason, count }) => reason(count));
  return { reason: `no suitable node${reasons.length === 0 ? '' : ` (${reasons.join('; ')})`}` };
}

function bestOf(
  possible: readonly SchedulableNode[],
  task: TaskRequirements,
  level: number,
): SchedulableNode | undefined {
  const property = task.spread[level];
  if (property === undefined) return leastUsed(possible, task.service);
  const branches = new Map<string, SchedulableNode[]>();
  for (const node of possible) {
    const value = propertyOf(node, property) ?? '';
    branches.set(value, [...(branches.get(value) ?? []), node]);
  }
  const [best = possible] = [...branches.values()].sort((one, other) => total(one, task) - total(other, task));
  return bestOf(best, task, level + 1);
}

function total(branch: readonly SchedulableNode[], { service }: TaskRequirements): number {
  return branch.reduce((sum, node) => sum + node.tasksOf(service), 0);
}

function leastUsed(possible: readonly SchedulableNode[], service: string): SchedulableNode | undefined {
  let best: SchedulableNode | undefined;
  let [fewestOfService, fewest] = [Infinity, Infinity];
  for (const node of possible) {
    const ofService = node.tasksOf(service);
    if (ofService > fewestOfService || (ofService === fewestOfService && node.tasks >= fewest)) continue;
    best = node;
    [fewestOfService, fewest] = [ofService, node.tasks];
  }
  return best;
}

function hasResources({ resources, used }: SchedulableNode, { reservations }: TaskRequirements): boolean {
  const { nanoCpus, memory, generic } = reservations;
  return (
    used.nanoCpus + nanoCpus <= resources.nanoCpus &&
    used.memory + memory <= resources.memory &&
    Object.entries(generic).every(
      ([kind, amount]) => (used.generic[kind] ?? 0) + amount <= (resources.generic[kind] ?? 0),
    )
  );
}

function isOnPlatform({ os, architecture }: SchedulableNode, { platforms }: TaskRequirements): boolean {
  return (
    platforms.length === 0 ||
    platforms.some(
      (platform) =>
        (platform.os === '' || platform.os === os) &&
        (platform.architecture === '' || architectureOf(platform.architecture) === architectureOf(architecture)),
    )
  );
}

function nodes(count: number): string {
  return count === 1 ? '1 node' : `${count} nodes`;
}
