/** Deletes tasks that have ended and are no longer needed. */
import type { ActualTask } from './desired-service.js';
import { hasEnded, isAfter, isWanted } from './task-state.js';
import type { WorkingCopy } from './working-copy.js';

export function deleteOldTasks(copy: WorkingCopy): void {
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
