/** A store that ends with the process. */
import type { CollectionName, RecordChange, Store } from '../ports/store.js';

export class MemoryStore implements Store {
  readonly #collections = new Map<CollectionName, Map<string, unknown>>();

  read(collection: CollectionName, id: string): unknown {
    return this.#collections.get(collection)?.get(id);
  }

  list(collection: CollectionName, prefix = ''): Iterable<readonly [string, unknown]> {
    const records = this.#collections.get(collection) ?? [];
    return prefix === '' ? records : [...records].filter(([id]) => id.startsWith(prefix));
  }

  commit(changes: readonly RecordChange[]): void {
    for (const { collection, id, value } of changes) {
      let records = this.#collections.get(collection);
      if (records === undefined) this.#collections.set(collection, (records = new Map<string, unknown>()));
      if (value === undefined) records.delete(id);
      else records.set(id, value);
    }
  }

  /** Returns a copy that can be changed without a change of this store. Records are immutable and shared. */
  clone(): MemoryStore {
    const clone = new MemoryStore();
    for (const [collection, records] of this.#collections)
      clone.commit([...records].map(([id, value]) => ({ collection, id, value })));
    return clone;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
