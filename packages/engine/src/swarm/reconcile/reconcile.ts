/** The reconciler: a pure function from what a service should be and what it is to what must be done. */
import type { Reconciliation } from './actions.js';
import { coverNodes, scaleReplicas } from './replicas.js';
import { restartTasks } from './restart.js';
import { updateTasks } from './update.js';
import { WorkingCopy, type ReconcileInput } from './working-copy.js';
import type { ActualTask } from './desired-service.js';
import { hasEnded, isAfter, isWanted } from './task-state.js';

/**
 * Returns the next actions for a service. Applied, they lead to a state for which it returns none, unless a task, a node
 * or the time changes.
 */
export function reconcile(input: ReconcileInput): Reconciliation {
  const copy = new WorkingCopy(input);
  const { mode } = copy.service;
  const isJob = mode.kind.endsWith('job');
  restartTasks(copy);
  if (mode.kind === 'replicated') scaleReplicas(copy, mode.replicas);
  else if (mode.kind === 'global') coverNodes(copy);
  else if (mode.kind === 'replicated-job') runReplicatedJob(copy, mode.concurrent, mode.completions);
  else runGlobalJob(copy);
  if (!isJob) updateTasks(copy);
  copy.startPrepared(isJob ? 'complete' : 'running');
  deleteOldTasks(copy);
  return copy.result();
}

/** Deletes tasks that have ended and are no longer needed. */
function deleteOldTasks(copy: WorkingCopy): void {
  for (const task of copy.tasks) {
    const isUnassigned = !isAfter(task.state, 'pending');
    if (task.desired === 'remove' ? isUnassigned || hasEnded(task.state) : isUnassigned && !isWanted(task.desired))
      copy.delete(task);
  }
  const { historyLimit, mode } = copy.service;
  if (historyLimit < 0 || mode.kind.endsWith('job')) return;
  for (const tasks of copy.slots().values()) {
    let surplus = tasks.length - Math.max(historyLimit, 1);
    if (surplus <= 0) continue;
    for (const task of byAge(tasks)) {
      if (surplus <= 0) break;
      surplus -= 1;
      if (hasEnded(task.state) && !isWanted(task.desired)) copy.delete(task);
    }
  }
}

function byAge(tasks: readonly ActualTask[]): ActualTask[] {
  return [...tasks].sort((one, other) => one.created - other.created);
}

/** Jobs: services whose tasks run to their end. */
function runReplicatedJob(copy: WorkingCopy, concurrent: number, completions: number): void {
  const tasks = tasksOfIteration(copy);
  const used = new Set(tasks.map(({ slot }) => slot));
  const completed = tasks.filter(({ state }) => state === 'complete').length;
  const active = tasks.filter(({ state, desired }) => state !== 'complete' && isWanted(desired)).length;
  // The slots of tasks that failed for good are not used again.
  let count = Math.min(concurrent - active, completions - used.size, completions - completed - active);
  for (let slot = 0; count > 0; slot += 1) {
    if (used.has(slot)) continue;
    copy.create({ slot, nodeId: '', desired: 'complete' });
    count -= 1;
  }
}

function runGlobalJob(copy: WorkingCopy): void {
  const nodes = new Set(tasksOfIteration(copy).map(({ nodeId }) => nodeId));
  for (const node of copy.nodes.values())
    if (!node.isDown && node.availability === 'active' && node.isSuitable && !nodes.has(node.id))
      copy.create({ slot: 0, nodeId: node.id, desired: 'complete' });
}

/** Returns the tasks of the current execution, and removes those of earlier ones. */
function tasksOfIteration(copy: WorkingCopy): ActualTask[] {
  const { iteration } = copy.service;
  for (const task of copy.tasks) if (task.iteration !== iteration) copy.desire(task, 'remove');
  return copy.tasks.filter((task) => task.iteration === iteration);
}
