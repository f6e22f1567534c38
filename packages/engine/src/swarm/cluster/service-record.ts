/** A service as managers store it. */
import type { PlacementConstraint } from '../reconcile/constraints.js';
import type {
  ServiceModeSettings,
  ServiceUpdateStatus,
  TaskRestartSettings,
  UpdateProgress,
  UpdateSettings,
} from '../reconcile/desired-service.js';
import type { ResourceAmounts } from '../reconcile/schedule.js';
import type { SwarmObject } from './swarm-object.js';

export interface ServiceRecord extends SwarmObject {
  readonly settings: ServiceSettings;
  readonly previous?: ServiceSettings | undefined;
  readonly updateStatus?: ServiceUpdateStatus | undefined;
  readonly progress?: UpdateProgress | undefined;
  /** How often a job was executed again. */
  readonly iteration: number;
  /** Milliseconds since 1970. */
  readonly lastExecution: number;
  /** The published ports, with those that were assigned. */
  readonly ports: readonly ServicePort[];
  readonly virtualAddresses: readonly VirtualAddress[];
}

export interface ServiceSettings {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly mode: ServiceModeSettings;
  readonly update: UpdateSettings;
  readonly rollback: UpdateSettings;
  readonly isVirtual: boolean;
  readonly ports: readonly ServicePort[];
  readonly task: TaskTemplate;
  /** The specification as it is shown. */
  readonly spec: Readonly<Record<string, unknown>>;
}

/** The settings of the tasks of a service. */
export interface TaskTemplate {
  /** Equal for templates that lead to equal tasks. */
  readonly key: string;
  readonly image: string;
  /** In seconds. */
  readonly stopTimeout: number;
  readonly restart: TaskRestartSettings;
  readonly constraints: readonly PlacementConstraint[];
  readonly platforms: readonly { readonly os: string; readonly architecture: string }[];
  readonly spread: readonly string[];
  readonly maxReplicas: number;
  readonly reservations: ResourceAmounts;
  readonly networks: readonly NetworkTarget[];
  readonly secrets: readonly FileReference[];
  readonly configs: readonly FileReference[];
  readonly logDriver?: { readonly name: string; readonly options: Readonly<Record<string, string>> } | undefined;
  /** The specification as it is shown. */
  readonly spec: Readonly<Record<string, unknown>>;
}

export interface NetworkTarget {
  /** The id. */
  readonly network: string;
  readonly aliases: readonly string[];
}

/** A secret or a config that a task reads as a file. */
export interface FileReference {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

export interface ServicePort {
  readonly name: string;
  readonly protocol: 'tcp' | 'udp' | 'sctp';
  readonly target: number;
  /** 0 for any. */
  readonly published: number;
  readonly mode: 'ingress' | 'host';
}

export interface VirtualAddress {
  readonly networkId: string;
  /** With the length of the prefix. */
  readonly address: string;
}
