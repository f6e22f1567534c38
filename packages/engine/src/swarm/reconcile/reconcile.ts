/** The reconciler: a pure function from what a service should be and what it is to what must be done. */
import type { Reconciliation } from './actions.js';
import { deleteOldTasks } from './history.js';
import { runGlobalJob, runReplicatedJob } from './jobs.js';
import { coverNodes, scaleReplicas } from './replicas.js';
import { restartTasks } from './restart.js';
import { updateTasks } from './update.js';
import { WorkingCopy, type ReconcileInput } from './working-copy.js';

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
