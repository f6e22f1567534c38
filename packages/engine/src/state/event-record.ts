/** A record of something that happened to an object of the engine. */

export interface EventRecord {
  readonly type: EventType;
  readonly action: string;
  /** The id of the object, or its name if it has no id. */
  readonly id: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Whether it concerns the swarm or this engine only. */
  readonly scope: 'local' | 'swarm';
  /** Milliseconds since 1970. Two events never have an equal time. */
  readonly time: number;
}

export type EventType =
  | 'container'
  | 'image'
  | 'volume'
  | 'network'
  | 'builder'
  | 'plugin'
  | 'daemon'
  | 'node'
  | 'service'
  | 'secret'
  | 'config';
