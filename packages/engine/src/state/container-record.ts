/** A container as the engine stores it. */
import type { EndpointRecord } from './endpoint-record.js';

export interface ContainerRecord {
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly imageId: string;
  /** The digests of the layers of its image, the lowest first: they exist as long as the container. */
  readonly layers: readonly string[];
  readonly settings: ContainerSettings;
  readonly host: HostSettings;
  readonly mounts: readonly MountRecord[];
  /** The connections to networks, by the network's name. */
  readonly endpoints: Readonly<Record<string, EndpointRecord>>;
  readonly state: StateRecord;
  /** The published ports while it runs; null for ports that are exposed only. */
  readonly ports: Readonly<Record<string, readonly PortRecord[] | null>>;
  /** The number of restarts by the restart policy. */
  readonly restartCount: number;
  /** Whether a client stopped it, so that no restart policy applies. */
  readonly isManuallyStopped: boolean;
}

/** Settings that are valid on any machine: what to run, as whom and with which environment. */
export interface ContainerSettings {
  readonly image: string;
  readonly entrypoint: readonly string[] | null;
  readonly command: readonly string[] | null;
  readonly environment: readonly string[];
  readonly user: string;
  readonly folder: string;
  readonly hostname: string;
  readonly hasTerminal: boolean;
  readonly opensInput: boolean;
  /** Whether the input ends when the first client that is attached to it detaches. */
  readonly endsInputOnce: boolean;
  readonly stopSignal?: string | undefined;
  /** In seconds. */
  readonly stopTimeout?: number | undefined;
  readonly healthcheck?: HealthcheckSettings | undefined;
  readonly labels: Readonly<Record<string, string>>;
  readonly exposedPorts: readonly string[] | null;
  readonly volumes: readonly string[] | null;
  /** Settings that are only shown, by their name in the API. */
  readonly others: Readonly<Record<string, unknown>>;
}

/** The entry point and the command: what a container of these settings runs. */
export function commandOf({ entrypoint, command }: ContainerSettings): readonly string[] {
  return [...(entrypoint ?? []), ...(command ?? [])];
}

/** Times in nanoseconds; what is absent has its default. */
export interface HealthcheckSettings {
  readonly test?: readonly string[] | undefined;
  readonly interval?: number | undefined;
  readonly timeout?: number | undefined;
  readonly startPeriod?: number | undefined;
  readonly startInterval?: number | undefined;
  readonly retries?: number | undefined;
}

/** Settings of one machine: networks, ports, limits, restarts. */
export interface HostSettings {
  readonly networkMode: string;
  readonly pidMode: string;
  readonly autoRemove: boolean;
  readonly restartPolicy: RestartPolicySettings;
  readonly portBindings: Readonly<Record<string, readonly PortRecord[]>> | null;
  readonly publishesAllPorts: boolean;
  readonly logDriver: string;
  readonly logOptions: Readonly<Record<string, string>>;
  /** In bytes; 0 for no limit. */
  readonly memory: number;
  readonly links: readonly string[] | null;
  readonly isReadOnly: boolean;
  /** Rows and columns; zeros for the default. */
  readonly terminalSize: readonly [rows: number, columns: number];
  /** Settings that are only shown, by their name in the API; those that are absent have their defaults. */
  readonly others: Readonly<Record<string, unknown>>;
}

export interface RestartPolicySettings {
  readonly name: string;
  readonly maximumRetries: number;
}

export interface PortRecord {
  readonly address: string;
  /** A port, a range, or empty for any. */
  readonly port: string;
}

export interface MountRecord {
  readonly type: 'bind' | 'volume' | 'tmpfs' | 'npipe' | 'cluster';
  /** The name of the volume. */
  readonly volume?: string | undefined;
  /** The part of the volume that is mounted. */
  readonly subpath?: string | undefined;
  /** The path on the machine. */
  readonly source: string;
  readonly destination: string;
  readonly driver?: string | undefined;
  readonly mode: string;
  readonly isReadOnly: boolean;
  readonly propagation: string;
}

export type ContainerStatus = 'created' | 'running' | 'paused' | 'restarting' | 'removing' | 'exited' | 'dead';

export interface StateRecord {
  readonly status: ContainerStatus;
  readonly exitCode: number;
  readonly error: string;
  readonly isOutOfMemory: boolean;
  /** Milliseconds since 1970; 0 for never. */
  readonly started: number;
  readonly finished: number;
  readonly health?: HealthRecord | undefined;
}

export interface HealthRecord {
  readonly status: 'starting' | 'healthy' | 'unhealthy';
  /** The number of failures since the last success. */
  readonly failures: number;
  readonly probes: readonly ProbeRecord[];
}

export interface ProbeRecord {
  readonly start: number;
  readonly end: number;
  readonly exitCode: number;
  readonly output: string;
}
