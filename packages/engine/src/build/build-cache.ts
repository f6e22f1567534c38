/** The cache of builds of `version=2`: what their steps made, until it is pruned. Classic builds use images as their cache. */
import { base36 } from '../values/digest.js';
import { isBefore } from '../values/filters.js';
import type { ImageRecord } from '../state/image-record.js';
import type { ImageService } from '../objects/images/image-service.js';
import type { Ports } from '../ports/ports.js';
import { Collection } from '../state/collection.js';

export interface CacheRecord {
  readonly id: string;
  /** The image of the step; empty for a context. */
  readonly name: string;
  readonly description: string;
  readonly parents: readonly string[];
  readonly size: number;
  readonly created: number;
  readonly lastUsed: number;
  readonly usageCount: number;
}

export interface PruneRequest {
  /** Whether what images share is removed, too. */
  readonly all: boolean;
  /** The bytes that may stay. */
  readonly keptBytes: number;
  readonly filters: Readonly<Record<string, readonly string[] | undefined>>;
}

/** The properties that filters name, each with its values; one without a value is a flag that is not set. */
type Properties = Readonly<Record<string, readonly string[] | undefined>>;

export class BuildCache {
  readonly #records: Collection<CacheRecord>;
  readonly #ports: Pick<Ports, 'clock' | 'ids' | 'store'>;
  readonly #images: ImageService;

  constructor(ports: Pick<Ports, 'clock' | 'ids' | 'store'>, images: ImageService) {
    this.#ports = ports;
    this.#images = images;
    this.#records = new Collection(ports.store, 'cache', 'build cache record');
  }

  all(): CacheRecord[] {
    return this.#records.all();
  }

  has(image: string): boolean {
    return this.#records.named(image) !== undefined;
  }

  /** Adds the files that a client sent. */
  addContext(size: number): void {
    this.#add('', 'copy /context /', size, []);
  }

  /** Adds what the step of an image made, or counts a further use of it. */
  use(image: ImageRecord, description: string, size = image.history[0]?.size ?? 0): void {
    const record = this.#records.named(image.id);
    if (record === undefined) return this.#add(image.id, description, size, this.#recordBelow(image));
    this.#records.put({ ...record, lastUsed: this.#ports.clock.now(), usageCount: record.usageCount + 1 });
  }

  #add(name: string, description: string, size: number, parents: readonly string[]): void {
    const now = this.#ports.clock.now();
    const id = base36(this.#ports.ids.next().slice(0, 32), 25);
    this.#records.put({ id, name, description, parents, size, created: now, lastUsed: now, usageCount: 1 });
  }

  /** Steps that change no files have no record. */
  #recordBelow({ parentId }: ImageRecord): readonly string[] {
    for (let each = this.#images.get(parentId); each !== undefined; each = this.#images.get(each.parentId)) {
      const record = this.#records.named(each.id);
      if (record !== undefined) return [record.id];
    }
    return [];
  }

  isShared({ name }: CacheRecord): boolean {
    return name !== '' && this.#images.get(name) !== undefined;
  }

  /** Removes the records that no other one needs, then those below them; of these, the least used ones first. */
  prune({ all, keptBytes, filters }: PruneRequest): CacheRecord[] {
    const { until, 'unused-for': unusedFor, ...named } = filters;
    const now = this.#ports.clock.now();
    const isWanted = (record: CacheRecord): boolean =>
      (all || !this.isShared(record)) &&
      isBefore(record.lastUsed, until ?? unusedFor, now) &&
      Object.entries(named).every(([name, values]) => matches(this.#properties(record), name, values ?? []));
    const removed: CacheRecord[] = [];
    let bytes = this.all().reduce((sum, { size }) => sum + size, 0);
    for (;;) {
      const parents = new Set(this.all().flatMap((record) => record.parents));
      const leaves = this.all().filter((record) => !parents.has(record.id) && isWanted(record));
      leaves.sort((one, other) => one.usageCount - other.usageCount || one.lastUsed - other.lastUsed);
      const [next] = leaves;
      if (next === undefined || (keptBytes > 0 && bytes <= keptBytes)) return removed;
      this.#records.delete(next.id);
      bytes -= next.size;
      removed.push(next);
    }
  }

  #properties(record: CacheRecord): Properties {
    const flag = (isSet: boolean): readonly string[] | undefined => (isSet ? [''] : undefined);
    return {
      id: [record.id],
      type: ['regular'],
      description: [record.description],
      parent: record.parents.length > 0 ? record.parents : undefined,
      inuse: undefined,
      shared: flag(this.isShared(record)),
      private: flag(!this.isShared(record)),
    };
  }
}

/** Without a value, the property has to be there. Engines read labels, which no record has, and apply them to none. */
function matches(properties: Properties, name: string, [value]: readonly string[]): boolean {
  if (name === 'label' || name === 'label!') return true;
  const own = properties[name];
  return value === undefined ? own !== undefined : own?.includes(value) === true;
}
