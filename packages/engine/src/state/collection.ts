/** The records of one kind: lookup by id, name and id prefix, and the store that keeps them. */
import { BadRequest, NotFound } from '@lading/server-v1.44';
import type { CollectionName, Store } from '../ports/store.js';

export interface NamedRecord {
  readonly id: string;
  readonly name: string;
}

export class Collection<Item extends NamedRecord> {
  readonly #name: CollectionName;
  readonly #noun: string;
  readonly #store: Store;
  readonly #byId = new Map<string, Item>();
  readonly #byName = new Map<string, string>();

  /** @param noun the word for an item in messages: `No such container: x` */
  constructor(store: Store, name: CollectionName, noun: string) {
    this.#store = store;
    this.#name = name;
    this.#noun = noun;
    for (const [, value] of store.list(name)) this.#index(value as Item);
  }

  /** Returns the records in the order of their creation. */
  all(): Item[] {
    return [...this.#byId.values()];
  }

  get(id: string): Item | undefined {
    return this.#byId.get(id);
  }

  named(name: string): Item | undefined {
    const id = this.#byName.get(name);
    return id === undefined ? undefined : this.#byId.get(id);
  }

  /**
   * Looks for the id first, then the name, then the prefix of an id.
   *
   * @throws NotFound; BadRequest if several ids have the prefix
   */
  find(wanted: string): Item {
    const exact = this.get(wanted) ?? this.named(wanted.replace(/^\//, ''));
    if (exact !== undefined) return exact;
    let found: Item | undefined;
    if (/^[0-9a-f]{1,64}$/.test(wanted)) {
      for (const [id, item] of this.#byId) {
        if (!id.startsWith(wanted)) continue;
        if (found !== undefined) throw new BadRequest(`multiple IDs found with provided prefix: ${wanted}`);
        found = item;
      }
    }
    if (found === undefined) throw new NotFound(`No such ${this.#noun}: ${wanted}`);
    return found;
  }

  /** Commits new records, or new values of records, all or none. */
  put(...items: readonly Item[]): void {
    this.#store.commit(items.map((item) => ({ collection: this.#name, id: item.id, value: item })));
    for (const item of items) this.#index(item);
  }

  delete(id: string): void {
    const item = this.#byId.get(id);
    if (item === undefined) return;
    this.#store.commit([{ collection: this.#name, id }]);
    this.#byId.delete(id);
    if (this.#byName.get(item.name) === id) this.#byName.delete(item.name);
  }

  #index(item: Item): void {
    const before = this.#byId.get(item.id);
    if (before !== undefined && before.name !== item.name && this.#byName.get(before.name) === item.id)
      this.#byName.delete(before.name);
    this.#byId.set(item.id, item);
    this.#byName.set(item.name, item.id);
  }
}
