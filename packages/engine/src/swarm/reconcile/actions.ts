/** What the reconciler asks for. */
import type { ServiceUpdateStatus, UpdateProgress } from './desired-service.js';
import type { TaskState } from './task-state.js';

export type ReconcileAction =
  | CreateTask
  | { readonly kind: 'desire'; readonly task: string; readonly desired: TaskState }
  | { readonly kind: 'reject'; readonly task: string }
  | { readonly kind: 'delete'; readonly task: string }
  /** Sets the status and the progress of the update. */
  | {
      readonly kind: 'update';
      readonly status: ServiceUpdateStatus | undefined;
      readonly progress: UpdateProgress | undefined;
    }
  /** Returns to the earlier settings. */
  | { readonly kind: 'roll back'; readonly status: ServiceUpdateStatus };

export interface CreateTask {
  readonly kind: 'create';
  readonly task: string;
  readonly slot: number;
  /** Empty for a task that the scheduler places. */
  readonly nodeId: string;
  readonly desired: TaskState;
  readonly startAfter?: number | undefined;
  readonly waitsFor?: string | undefined;
  readonly restarts?: readonly number[] | undefined;
}

export interface Reconciliation {
  readonly actions: readonly ReconcileAction[];
  /** When to reconcile again although nothing has changed; absent for never. */
  readonly wake?: number | undefined;
}
