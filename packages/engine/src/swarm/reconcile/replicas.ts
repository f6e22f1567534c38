/** The slots of a service: as many as there are replicas, or one for each node. */
import type { ActualTask } from './desired-service.js';
import { shouldRestart } from './restart.js';
import { isWanted } from './task-state.js';
import type { WorkingCopy } from './working-copy.js';

/**
 * Returns the tasks of each slot that count for the service. A slot counts if a task of it runs or will run, or if its
 * last task has ended for good.
 */
export function liveSlots(copy: WorkingCopy): Map<string, readonly ActualTask[]> {
  const { service, now } = copy;
  const isRollback = service.updateStatus?.state === 'rollback_started';
  const live = new Map<string, readonly ActualTask[]>();
  for (const [slot, tasks] of copy.slots()) {
    const wanted = tasks.filter(({ desired }) => isWanted(desired));
    if (wanted.length > 0) live.set(slot, wanted);
    else if (!isRollback) {
      const last = tasks.reduce((latest, task) => (task.created >= latest.created ? task : latest));
      if (!shouldRestart(last, service, now)) live.set(slot, [last]);
    }
  }
  return live;
}

/** Creates missing slots, and removes surplus ones. */
export function scaleReplicas(copy: WorkingCopy, replicas: number): void {
  const live = liveSlots(copy);
  if (live.size < replicas) {
    let missing = replicas - live.size;
    for (let slot = 1; missing > 0; slot += 1) {
      if (live.has(String(slot))) continue;
      copy.create({ slot, nodeId: '', desired: 'running' });
      missing -= 1;
    }
  } else if (live.size > replicas) {
    const surplus = new Set(surplusSlots(live, live.size - replicas));
    for (const task of copy.tasks) if (surplus.has(copy.slotOf(task))) copy.desire(task, 'remove');
  }
}

/** Selects slots to remove: those that do not run first, then those on the nodes with the most slots. */
function surplusSlots(live: ReadonlyMap<string, readonly ActualTask[]>, count: number): string[] {
  const isRunning = (tasks: readonly ActualTask[]): boolean => tasks.some(({ state }) => state === 'running');
  const slots = [...live].map(([slot, tasks]) => ({ slot, runs: isRunning(tasks), node: tasks[0]?.nodeId ?? '' }));
  const selected = slots.filter(({ runs }) => !runs).slice(-count);
  const rest = slots.filter(({ runs }) => runs);
  const perNode = new Map<string, string[]>();
  for (const { slot, node } of rest) perNode.set(node, [...(perNode.get(node) ?? []), slot]);
  const names = selected.map(({ slot }) => slot);
  while (names.length < count) {
    const [largest] = [...perNode.values()].sort((one, other) => other.length - one.length);
    const slot = largest?.pop();
    if (slot === undefined) break;
    names.push(slot);
  }
  return names;
}

/** Creates a task on each suitable node without one, and ends those on nodes that do not exist. */
export function coverNodes(copy: WorkingCopy): void {
  const live = liveSlots(copy);
  for (const node of copy.nodes.values())
    if (!node.isDown && node.availability === 'active' && node.isSuitable && !live.has(node.id))
      copy.create({ slot: 0, nodeId: node.id, desired: 'running' });
}
