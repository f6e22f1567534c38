/** Waits for changes in the folders of files. It does not tell what changed. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from '../../document/path.js';
import { watch as watcherOf, type FSWatcher } from 'chokidar';

/**
 * Watches folders, not files: an editor may save by renaming another file into place, or by deleting and writing, and a
 * missing file may be created later.
 */
export class FolderWatcher {
  readonly #watcher: FSWatcher;
  readonly #folders = new Set<string>();
  #hasChanged = false;
  #wake: () => void = () => {};

  /** @param signal ends all waiting */
  constructor(private readonly signal: AbortSignal) {
    this.#watcher = watcherOf([], { ignoreInitial: true, depth: 0 });
    this.#watcher.on('all', () => this.#signalChange());
    // A folder that cannot be watched does not end the session: its changes are found with the next change elsewhere.
    this.#watcher.on('error', () => this.#signalChange());
    signal.addEventListener('abort', () => this.#signalChange());
  }

  /** Watches the folders of these paths too. For a missing folder it watches the nearest existing one above. */
  async watch(paths: Iterable<string>): Promise<void> {
    const folders = new Set([...paths].map((path) => existing(dirname(resolve(path)))));
    const added = [...folders].filter((folder) => !this.#folders.has(folder));
    for (const folder of added) this.#folders.add(folder);
    if (added.length === 0) return;
    this.#watcher.add(added);
    await Promise.race([new Promise<void>((done) => this.#watcher.once('ready', () => done())), pause(1000)]);
  }

  /** Waits for a change, at most for the given time. @returns whether there was one */
  async waitForChange(milliseconds: number): Promise<boolean> {
    if (!this.#hasChanged && !this.signal.aborted) {
      await new Promise<void>((done) => {
        const timer = Number.isFinite(milliseconds) ? setTimeout(done, milliseconds) : undefined;
        this.#wake = () => {
          clearTimeout(timer);
          done();
        };
      });
      this.#wake = () => {};
    }
    const hasChanged = this.#hasChanged;
    this.#hasChanged = false;
    return hasChanged;
  }

  close(): Promise<void> {
    return this.#watcher.close();
  }

  #signalChange(): void {
    this.#hasChanged = true;
    this.#wake();
  }
}

function existing(folder: string): string {
  const parent = dirname(folder);
  return parent === folder || existsSync(folder) ? folder : existing(parent);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds).unref());
}
