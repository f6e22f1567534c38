/** A swarm as its managers store it. */
import type { RootCertificate } from './certificate.js';
import type { TokenSecrets } from './join-token.js';
import type { SwarmObject } from './swarm-object.js';

export interface ClusterRecord extends SwarmObject {
  readonly settings: ClusterSettings;
  readonly root: RootCertificate;
  readonly tokens: TokenSecrets;
  /** Empty unless the managers are locked. */
  readonly unlockKey: string;
  readonly addressPools: readonly string[];
  /** The number of bits of a network's prefix. */
  readonly subnetSize: number;
  readonly dataPathPort: number;
}

export interface ClusterSettings {
  readonly labels: Readonly<Record<string, string>>;
  /** The number of tasks that remain in a slot; negative for all. */
  readonly taskHistory: number;
  readonly isAutolocked: boolean;
  /** How often managers were asked for a new root certificate. */
  readonly forcedRotations: number;
  /** In milliseconds. */
  readonly heartbeat: number;
  readonly logDriver?: SwarmLogDriver | undefined;
  /** Settings that are only shown, by their name in the API. */
  readonly others: Readonly<Record<string, unknown>>;
}

export interface SwarmLogDriver {
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
}
