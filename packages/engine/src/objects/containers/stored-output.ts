/** The output of a container in the store of the engine. */
import type { Store } from '../../ports/store.js';
import type { OutputLine, OutputStore } from './output.js';

export class StoredOutput implements OutputStore {
  readonly #store: Store;
  readonly #container: string;
  /** The number of the next record, unless the earlier ones were not counted yet. */
  #next: number | undefined;

  constructor(store: Store, container: string) {
    this.#store = store;
    this.#container = container;
  }

  read(): readonly OutputLine[] {
    return [...this.#records()].flatMap(([, lines]) => lines as readonly OutputLine[]);
  }

  append(lines: readonly OutputLine[]): void {
    this.#next ??= [...this.#records()].length;
    this.#store.commit([{ collection: 'logs', id: `${this.#container}\0${this.#next}`, value: lines }]);
    this.#next += 1;
  }

  remove(): void {
    const changes = [...this.#records()].map(([id]) => ({ collection: 'logs' as const, id }));
    if (changes.length > 0) this.#store.commit(changes);
  }

  #records(): Iterable<readonly [string, unknown]> {
    return this.#store.list('logs', `${this.#container}\0`);
  }
}
