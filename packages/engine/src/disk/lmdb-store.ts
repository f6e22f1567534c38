/** A store on disk: an embedded database, which survives the end of the process at any moment. */
import { open, type RootDatabase } from 'lmdb';
import type { CollectionName, RecordChange, Store } from '../ports/store.js';

interface StoredRecord {
  /** The order of the first commits. */
  readonly order: number;
  readonly value: unknown;
}

type RecordKey = [CollectionName, string];

/** Sorts after every id. */
const last = '\uffff';

export class LmdbStore implements Store {
  readonly #database: RootDatabase<StoredRecord, RecordKey>;
  #order = 0;

  /** @param path a folder */
  constructor(path: string) {
    // Without waiting for the disk, a commit survives the end of the process, and not that of the machine.
    this.#database = open<StoredRecord, RecordKey>({ path, noSync: true, overlappingSync: false });
  }

  read(collection: CollectionName, id: string): unknown {
    return this.#database.get([collection, id])?.value;
  }

  list(collection: CollectionName, prefix = ''): Iterable<readonly [string, unknown]> {
    const range = this.#database.getRange({ start: [collection, prefix], end: [collection, `${prefix}${last}`] });
    return [...range]
      .sort((one, other) => one.value.order - other.value.order)
      .map(({ key: [, id], value: { value } }) => [id, value] as const);
  }

  commit(changes: readonly RecordChange[]): void {
    this.#database.transactionSync(() => {
      for (const { collection, id, value } of changes) {
        const key: RecordKey = [collection, id];
        if (value === undefined) this.#database.removeSync(key);
        else this.#database.putSync(key, { order: this.#database.get(key)?.order ?? this.#nextOrder(), value });
      }
    });
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  #nextOrder(): number {
    // The time continues the order of an earlier process.
    this.#order = Math.max(this.#order + 1, Date.now() * 4096);
    return this.#order;
  }
}
