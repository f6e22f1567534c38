/** The objects of one kind in a swarm: lookup by id, name and id prefix. */
import { BadRequest, NotFound } from '@lading/server-v1.44';
import type { SwarmObject } from './swarm-object.js';

export class ObjectTable<Item extends SwarmObject> {
  readonly noun: string;
  readonly #byId = new Map<string, Item>();
  readonly #byName = new Map<string, Set<string>>();

  /** @param noun the word for an item in messages: `service x not found` */
  constructor(noun: string) {
    this.noun = noun;
  }

  get size(): number {
    return this.#byId.size;
  }

  values(): IterableIterator<Item> {
    return this.#byId.values();
  }

  /** Returns the items sorted by id, as managers list them. */
  sorted(): Item[] {
    return [...this.#byId.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  get(id: string): Item | undefined {
    return this.#byId.get(id);
  }

  named(name: string): Item | undefined {
    const [id] = this.#byName.get(name) ?? [];
    return id === undefined ? undefined : this.#byId.get(id);
  }

  /** Finds an item by id, name or id prefix. @throws NotFound; BadRequest if several items match */
  find(wanted: string): Item {
    const exact = this.#byId.get(wanted);
    if (exact !== undefined) return exact;
    const ids = [...(this.#byName.get(wanted) ?? [])];
    if (ids.length === 0 && wanted !== '') for (const id of this.#byId.keys()) if (id.startsWith(wanted)) ids.push(id);
    const [id, ...others] = ids;
    const found = id === undefined ? undefined : this.#byId.get(id);
    if (found === undefined) throw new NotFound(`${this.noun} ${wanted} not found`);
    if (others.length > 0) throw new BadRequest(`${this.noun} ${wanted} is ambiguous (${ids.length} matches found)`);
    return found;
  }

  set(item: Item): void {
    const before = this.#byId.get(item.id);
    if (before !== undefined && before.name !== item.name) this.#unname(before);
    this.#byId.set(item.id, item);
    if (item.name === '' || before?.name === item.name) return;
    const ids = this.#byName.get(item.name);
    if (ids === undefined) this.#byName.set(item.name, new Set([item.id]));
    else ids.add(item.id);
  }

  delete(id: string): void {
    const item = this.#byId.get(id);
    if (item === undefined) return;
    this.#byId.delete(id);
    this.#unname(item);
  }

  #unname({ id, name }: Item): void {
    const ids = this.#byName.get(name);
    ids?.delete(id);
    if (ids?.size === 0) this.#byName.delete(name);
  }
}
