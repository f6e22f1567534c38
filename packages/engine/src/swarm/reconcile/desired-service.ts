/** What a service should be, as the reconciler reads it. Times are in milliseconds. */
import type { TaskState } from './task-state.js';

export type ServiceModeSettings =
  | { readonly kind: 'replicated'; readonly replicas: number }
  | { readonly kind: 'global' }
  | { readonly kind: 'replicated-job'; readonly concurrent: number; readonly completions: number }
  | { readonly kind: 'global-job' };

export interface TaskRestartSettings {
  readonly condition: 'none' | 'on-failure' | 'any';
  readonly delay: number;
  /** The maximum number of restarts within the window; 0 for any number. */
  readonly maxAttempts: number;
  /** 0 for all time. */
  readonly window: number;
}

export interface UpdateSettings {
  /** The number of slots that are updated at a time; 0 for all. */
  readonly parallelism: number;
  /** The time between the update of a slot and that of the next. */
  readonly delay: number;
  readonly failureAction: 'continue' | 'pause' | 'rollback';
  /** The time after its start in which the end of a task counts as a failure of the update. */
  readonly monitor: number;
  /** From 0 to 1. */
  readonly maxFailureRatio: number;
  readonly order: 'stop-first' | 'start-first';
}

export type ServiceUpdateState =
  'updating' | 'paused' | 'completed' | 'rollback_started' | 'rollback_paused' | 'rollback_completed';

export interface ServiceUpdateStatus {
  readonly state: ServiceUpdateState;
  /** 0 if unknown. */
  readonly started: number;
  /** 0 while it is not completed. */
  readonly completed: number;
  readonly message: string;
}

/** An update that is in progress. */
export interface UpdateProgress {
  /** The number of slots that were outdated at the start. */
  readonly total: number;
  /** The slots that wait for their update. */
  readonly waiting: readonly string[];
  /** The slots that are being updated, and those whose delay has not passed. */
  readonly lanes: readonly UpdateLane[];
  /** The tasks that the update created: when they ran first, or 0. */
  readonly tasks: Readonly<Record<string, number>>;
  readonly failed: readonly string[];
  /** When the update is complete unless a task fails before; absent while slots are updated. */
  readonly end?: number | undefined;
}

export interface UpdateLane {
  readonly slot: string;
  /** The task that replaces the others of the slot. */
  readonly task: string;
  /** When the next slot may be updated; absent until the task has started. */
  readonly free?: number | undefined;
}

export interface DesiredService {
  readonly mode: ServiceModeSettings;
  /** Identifies the settings of tasks: tasks with another one are outdated. */
  readonly template: string;
  readonly restart: TaskRestartSettings;
  readonly update: UpdateSettings;
  readonly rollback: UpdateSettings;
  readonly updateStatus?: ServiceUpdateStatus | undefined;
  readonly progress?: UpdateProgress | undefined;
  /** Whether there are earlier settings to return to. */
  readonly canRollBack: boolean;
  /** The number of the execution of a job. */
  readonly iteration: number;
  /** The number of tasks that remain in a slot; negative for all. */
  readonly historyLimit: number;
}

/** A node as a service sees it. */
export interface CandidateNode {
  readonly id: string;
  readonly isDown: boolean;
  readonly availability: 'active' | 'pause' | 'drain';
  /** Whether it fulfills the constraints and the platforms of the service. */
  readonly isSuitable: boolean;
}

export interface ActualTask {
  readonly id: string;
  /** The number of the slot; 0 for tasks of global services. */
  readonly slot: number;
  /** Empty until a node is assigned. */
  readonly nodeId: string;
  readonly template: string;
  readonly iteration: number;
  readonly desired: TaskState;
  readonly state: TaskState;
  readonly created: number;
  /** When it reached its state. */
  readonly since: number;
  /** A task whose desired state is `ready` is started at this moment at the earliest. */
  readonly startAfter?: number | undefined;
  /** The task that must end before this one is started. */
  readonly waitsFor?: string | undefined;
  /** The moments of the restarts that led to it, for a limited number of restarts. */
  readonly restarts?: readonly number[] | undefined;
}
