/** The state of a swarm: its objects and their versions, which all managers share. */
import type { Clock } from '../../ports/clock.js';
import type { Ids } from '../../ports/ports.js';
import type { RecordChange, Store } from '../../ports/store.js';
import type { EventType } from '../../state/event-record.js';
import type { NodeRecord } from './node-record.js';
import type { ServiceRecord } from './service-record.js';
import type { TaskRecord } from './task-record.js';
import type { ClusterRecord } from './cluster-record.js';
import { ObjectTable } from './object-table.js';
import { outOfSequence, rpcError } from './rpc-error.js';
import { nextSwarmId } from './join-token.js';
import type { OverlayRecord, SecretRecord, SwarmObject, Unversioned } from './swarm-object.js';

export interface SwarmObjects {
  readonly cluster: ClusterRecord;
  readonly node: NodeRecord;
  readonly service: ServiceRecord;
  readonly task: TaskRecord;
  readonly secret: SecretRecord;
  readonly config: SecretRecord;
  readonly network: OverlayRecord;
}

export type SwarmKind = keyof SwarmObjects;

type Tables = { readonly [Kind in SwarmKind]: ObjectTable<SwarmObjects[Kind]> };

/** Called with each change of an object; `value` is undefined for a removed one. */
export type SwarmListener = <Kind extends SwarmKind>(
  kind: Kind,
  value: SwarmObjects[Kind] | undefined,
  before: SwarmObjects[Kind] | undefined,
) => void;

export type EmitSwarmEvent = (type: EventType, action: string, id: string, attributes: Record<string, string>) => void;

export class Cluster {
  readonly clock: Clock;
  readonly #ids: Ids;
  readonly tables: Tables;
  /** Emits an event on all managers. */
  readonly emit: EmitSwarmEvent;
  readonly #listeners = new Set<SwarmListener>();
  readonly #changes = new Map<string, RecordChange>();
  #store: Store | undefined;
  #version = 0;
  #depth = 0;

  /** @param emit emits an event on all managers */
  constructor(
    { clock, ids, store }: { readonly clock: Clock; readonly ids: Ids; readonly store: Store },
    emit: EmitSwarmEvent = () => undefined,
  ) {
    this.emit = emit;
    this.clock = clock;
    this.#ids = ids;
    this.#store = store;
    this.tables = {
      cluster: new ObjectTable('swarm'),
      node: new ObjectTable('node'),
      service: new ObjectTable('service'),
      task: new ObjectTable('task'),
      secret: new ObjectTable('secret'),
      config: new ObjectTable('config'),
      network: new ObjectTable('network'),
    };
    for (const [id, value] of store.list('swarm')) {
      const [kind = '', object] = id.split('/');
      if (object === undefined || !(kind in this.tables)) continue;
      (this.tables[kind as SwarmKind] as ObjectTable<SwarmObject>).set(value as SwarmObject);
      this.#version = Math.max(this.#version, (value as SwarmObject).version);
    }
  }

  get record(): ClusterRecord {
    const [record] = this.tables.cluster.values();
    if (record === undefined) throw new Error('the swarm has not been created');
    return record;
  }

  get exists(): boolean {
    return this.tables.cluster.size > 0;
  }

  nextId(): string {
    return nextSwarmId(this.#ids);
  }

  /** Adds a listener for all changes. @returns a function that removes it */
  listen(listener: SwarmListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Stores a new object, or a new value of one.
   *
   * @param isInternal whether clients see no difference, so that the version remains
   * @returns the object with its version
   */
  put<Kind extends SwarmKind>(
    kind: Kind,
    value: Unversioned<SwarmObjects[Kind]>,
    isInternal = false,
  ): SwarmObjects[Kind] {
    const table = this.#table(kind);
    const before = table.get(value.id);
    const now = this.clock.now();
    if (!isInternal) this.#version += 1;
    const meta = isInternal
      ? { version: before?.version ?? this.#version, created: before?.created ?? now, updated: before?.updated ?? now }
      : { version: this.#version, created: before?.created ?? now, updated: now };
    const after = { ...value, ...meta } as unknown as SwarmObjects[Kind];
    table.set(after);
    this.#changes.set(`${kind}/${value.id}`, { collection: 'swarm', id: `${kind}/${value.id}`, value: after });
    for (const listener of this.#listeners) listener(kind, after, before);
    this.#save();
    return after;
  }

  /** Stores changes of an object that exists. @returns its new value; undefined if it does not exist */
  change<Kind extends SwarmKind>(
    kind: Kind,
    id: string,
    changes: Partial<SwarmObjects[Kind]>,
  ): SwarmObjects[Kind] | undefined {
    const before = this.#table(kind).get(id);
    return before && this.put(kind, { ...before, ...changes });
  }

  remove(kind: SwarmKind, id: string): void {
    const table = this.#table(kind);
    const before = table.get(id);
    if (before === undefined) return;
    table.delete(id);
    this.#version += 1;
    this.#changes.set(`${kind}/${id}`, { collection: 'swarm', id: `${kind}/${id}` });
    for (const listener of this.#listeners) listener(kind, undefined, before);
    this.#save();
  }

  /** Commits all changes of an action at once. */
  batch(action: () => void): void {
    this.#depth += 1;
    try {
      action();
    } finally {
      this.#depth -= 1;
      this.#save();
    }
  }

  #save(): void {
    if (this.#depth > 0 || this.#changes.size === 0) return;
    const changes = [...this.#changes.values()];
    this.#changes.clear();
    this.#store?.commit(changes);
  }

  /** Stops storing changes in a store: its engine has left the swarm. */
  detach(store: Store): void {
    if (this.#store === store) this.#store = undefined;
  }

  #table<Kind extends SwarmKind>(kind: Kind): ObjectTable<SwarmObjects[Kind]> {
    return this.tables[kind] as unknown as ObjectTable<SwarmObjects[Kind]>;
  }
}

/** @throws ServerError if the version is not the current one */
export function requireCurrent({ version }: SwarmObject, wanted: number): void {
  if (version !== wanted) throw outOfSequence();
}

/** @throws Conflict */
export function nameTaken(kind: string, name: string): Error {
  return rpcError('AlreadyExists', `${kind} ${name} already exists`);
}
