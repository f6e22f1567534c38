/** Jobs: services whose tasks run to their end. */
import type { ActualTask } from './desired-service.js';
import { isWanted } from './task-state.js';
import type { WorkingCopy } from './working-copy.js';

export function runReplicatedJob(copy: WorkingCopy, concurrent: number, completions: number): void {
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

export function runGlobalJob(copy: WorkingCopy): void {
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
