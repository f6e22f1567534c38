/** A task of a service as managers store it. */
import type { ActualTask } from '../reconcile/desired-service.js';
import type { SwarmObject } from './swarm-object.js';
import type { ServicePort, TaskTemplate } from './service-record.js';

export interface TaskRecord extends SwarmObject, ActualTask {
  readonly serviceId: string;
  readonly settings: TaskTemplate;
  readonly message: string;
  /** Why it failed or has no node. */
  readonly error: string;
  readonly networks: readonly TaskNetwork[];
  /** Absent until its container exists. */
  readonly container?: TaskContainerRecord | undefined;
  readonly hostPorts: readonly ServicePort[];
}

export interface TaskContainerRecord {
  readonly id: string;
  /** 0 while it does not run. */
  readonly pid: number;
  readonly exitCode: number;
}

/** The connection of a task to a network of the swarm. */
export interface TaskNetwork {
  readonly networkId: string;
  readonly aliases: readonly string[];
  /** With the length of the prefix. */
  readonly address: string;
}

/** What a node or the scheduler reports of a task. */
export type TaskReport = Partial<
  Pick<TaskRecord, 'state' | 'message' | 'error' | 'container' | 'nodeId' | 'hostPorts'>
>;
