/** The port of persistence: records by collection and id, changed by atomic commits. */

/** The collections of the engine. The records of each are plain data: JSON, and buffers in files. */
export type CollectionName =
  | 'engine'
  | 'containers'
  | 'images'
  | 'layers'
  | 'networks'
  | 'volumes'
  | 'sources'
  | 'cache'
  | 'trees'
  | 'logs'
  | 'swarm'
  | 'plugins';

/** A change of one record. Without a value, the record is removed. */
export interface RecordChange {
  readonly collection: CollectionName;
  readonly id: string;
  readonly value?: unknown;
}

export interface Store {
  read(collection: CollectionName, id: string): unknown;
  /**
   * Lists the records of a collection in the order in which they were first committed.
   *
   * @param prefix only those whose ids begin so
   */
  list(collection: CollectionName, prefix?: string): Iterable<readonly [id: string, value: unknown]>;
  /** Applies all changes or none. When it returns, the changes survive the end of the process. */
  commit(changes: readonly RecordChange[]): void;
  close(): Promise<void>;
}
