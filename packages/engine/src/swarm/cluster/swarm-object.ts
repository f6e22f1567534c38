/** What all objects of a swarm have: an id, and a version that changes with each change. */

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
