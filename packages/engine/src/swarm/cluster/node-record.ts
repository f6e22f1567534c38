/** A node of a swarm as its managers store it. */
import { engineVersion } from '../../distribution/platform.js';
import type { SwarmObject } from './swarm-object.js';
import { arch, cpus, hostname, totalmem } from 'node:os';

export interface NodeRecord extends SwarmObject {
  readonly labels: Readonly<Record<string, string>>;
  readonly role: 'worker' | 'manager';
  readonly availability: 'active' | 'pause' | 'drain';
  readonly description: NodeProperties;
  readonly state: NodeConnection;
  /** Why it is in this state. */
  readonly message: string;
  readonly address: string;
  /** Present for managers. */
  readonly manager?: ManagerRecord | undefined;
}

export type NodeConnection = 'unknown' | 'down' | 'ready' | 'disconnected';

export interface ManagerRecord {
  readonly isLeader: boolean;
  readonly reachability: 'unknown' | 'unreachable' | 'reachable';
  /** The address and the port. */
  readonly address: string;
}

/** What a node reports about itself. */
export interface NodeProperties {
  readonly hostname: string;
  readonly os: string;
  readonly architecture: string;
  /** In billionths of a processor. */
  readonly nanoCpus: number;
  /** In bytes. */
  readonly memory: number;
  readonly genericResources: Readonly<Record<string, number>>;
  readonly engineVersion: string;
  readonly engineLabels: Readonly<Record<string, string>>;
}

/** Returns what an engine reports about itself as a node, unless a test says something else. */
export function machineProperties(): NodeProperties {
  return {
    hostname: hostname(),
    os: 'linux',
    architecture: arch() === 'arm64' ? 'aarch64' : 'x86_64',
    nanoCpus: cpus().length * 1e9,
    memory: totalmem(),
    genericResources: {},
    engineVersion,
    engineLabels: {},
  };
}
