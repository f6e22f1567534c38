/** Restarts: what follows the end of a task, or the loss of its node. */
import type { ActualTask, DesiredService } from './desired-service.js';
import type { WorkingCopy } from './working-copy.js';
import { hasEnded, isWanted } from './task-state.js';

/** Whether the settings ask for another task after this one has ended. */
export function shouldRestart(task: ActualTask, { restart, template, mode }: DesiredService, now: number): boolean {
  const { maxAttempts, window } = restart;
  // A job is finished when its tasks are.
  const condition = mode.kind.endsWith('job') && restart.condition === 'any' ? 'on-failure' : restart.condition;
  if (condition === 'none' || (condition === 'on-failure' && task.state === 'complete')) return false;
  if (maxAttempts === 0 || task.template !== template) return true;
  const restarts = task.restarts ?? [];
  const end = hasEnded(task.state) ? task.since : now;
  return restarts.filter((moment) => window === 0 || moment > end - window).length < maxAttempts;
}

/** Replaces tasks that have ended, whose node is lost or drained, or whose node no longer fits. */
export function restartTasks(copy: WorkingCopy): void {
  for (const task of copy.tasks) {
    if (!isWanted(task.desired) || (task.state === 'complete' && task.desired === 'complete')) continue;
    if (hasEnded(task.state)) restart(copy, task);
    else if (task.nodeId !== '') leaveNode(copy, task);
  }
}

function leaveNode(copy: WorkingCopy, task: ActualTask): void {
  const node = copy.nodes.get(task.nodeId);
  const isGlobal = copy.service.mode.kind.startsWith('global');
  if (node === undefined || node.isDown || node.availability === 'drain') {
    if (isGlobal) copy.desire(task, 'shutdown');
    else restart(copy, task);
  } else if (!node.isSuitable) {
    if (isGlobal) copy.desire(task, 'shutdown');
    else restart(copy, copy.reject(task));
  }
}

function restart(copy: WorkingCopy, task: ActualTask): void {
  const { service, now, nodes } = copy;
  copy.desire(task, 'shutdown');
  const isOver = hasEnded(task.state);
  if (!shouldRestart(task, service, now)) return;
  const node = nodes.get(task.nodeId);
  const isGlobal = service.mode.kind.startsWith('global');
  if (isGlobal && (node === undefined || node.isDown || node.availability !== 'active' || !node.isSuitable)) return;
  const isDrained = node?.availability === 'drain';
  const { maxAttempts, delay } = service.restart;
  const before = task.template === service.template ? (task.restarts ?? []) : [];
  copy.create({
    slot: task.slot,
    nodeId: isGlobal ? task.nodeId : '',
    desired: 'ready',
    startAfter: isDrained ? now : now + delay,
    ...(!isOver && node?.isDown === false && { waitsFor: task.id }),
    ...(maxAttempts > 0 && { restarts: [...before, now].slice(-maxAttempts) }),
  });
}
