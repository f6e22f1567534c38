/** What all objects of a swarm have: an id, and a version that changes with each change. */
import type { NetworkRecord } from '../../state/network-record.js';

export interface SwarmObject {
  readonly id: string;
  /** Empty for objects without a name. */
  readonly name: string;
  /** The number of the change that led to this value: changes of all objects of a swarm are counted together. */
  readonly version: number;
  /** Milliseconds since 1970, as {@link updated}. */
  readonly created: number;
  readonly updated: number;
}

/** A new value of an object, before it has a version. */
export type Unversioned<Item extends SwarmObject> = Omit<Item, 'version' | 'created' | 'updated'>;

/** A network of a swarm as managers store it. */
export interface OverlayRecord extends SwarmObject {
  readonly network: NetworkRecord;
}

/** A secret or a config as managers store it. */
export interface SecretRecord extends SwarmObject {
  readonly labels: Readonly<Record<string, string>>;
  /** In base64; empty for a secret of a driver. */
  readonly data: string;
  readonly templating?: SwarmDriver | undefined;
}

export interface SwarmDriver {
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
}
