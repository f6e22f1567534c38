/** The states of tasks, in the order in which tasks go through them. */

export const taskStates = [
  'new',
  'pending',
  'assigned',
  'accepted',
  'preparing',
  'ready',
  'starting',
  'running',
  'complete',
  'shutdown',
  'failed',
  'rejected',
  'remove',
  'orphaned',
] as const;

export type TaskState = (typeof taskStates)[number];

const order = new Map<TaskState, number>(taskStates.map((state, index) => [state, index]));

/** Whether a state comes after another one. */
export function isAfter(state: TaskState, other: TaskState): boolean {
  return (order.get(state) ?? 0) > (order.get(other) ?? 0);
}

/** Whether a task has ended. */
export function hasEnded(state: TaskState): boolean {
  return isAfter(state, 'running');
}

/** Whether the desired state is that of a task that runs or will run. */
export function isWanted(desired: TaskState): boolean {
  return !isAfter(desired, 'complete');
}

/**
 * Returns what the reconciler distinguishes of a state: `pending` for tasks without a node, `starting` for all states on the
 * way to `running`, and the state itself from there on.
 */
export function phaseOf(state: TaskState): TaskState {
  if (!isAfter(state, 'pending')) return 'pending';
  return isAfter(state, 'starting') ? state : 'starting';
}
