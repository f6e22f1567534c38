/** Rings when something happens in a folder that is followed. What happened, whoever hears it must look for. */
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { watch as watcherOf, type FSWatcher } from 'chokidar';

/**
 * Folders are followed, not files: an editor may save by renaming another file into place, or delete and write anew,
 * and a file that is missing today may be there tomorrow.
 */
export class Bell {
  readonly #watcher: FSWatcher;
  readonly #followed = new Set<string>();
  #rang = false;
  #wake: () => void = () => {};

  /** @param signal ends every waiting */
  constructor(private readonly signal: AbortSignal) {
    this.#watcher = watcherOf([], { ignoreInitial: true, depth: 0 });
    this.#watcher.on('all', () => this.#ring());
    // A folder that cannot be watched is no reason to end: what is saved in it is seen with the next change elsewhere.
    this.#watcher.on('error', () => this.#ring());
    signal.addEventListener('abort', () => this.#ring());
  }

  /** Follows the folders of these paths, and of one that is missing the nearest that is there. */
  async follow(paths: Iterable<string>): Promise<void> {
    const folders = new Set([...paths].map((path) => existing(dirname(resolve(path)))));
    const added = [...folders].filter((folder) => !this.#followed.has(folder));
    for (const folder of added) this.#followed.add(folder);
    if (added.length === 0) return;
    this.#watcher.add(added);
    await Promise.race([new Promise<void>((done) => this.#watcher.once('ready', () => done())), pause(1000)]);
  }

  /** Until it rings, or nothing has happened for so long. @returns whether it rang */
  async wait(milliseconds: number): Promise<boolean> {
    if (!this.#rang && !this.signal.aborted) {
      await new Promise<void>((done) => {
        const timer = Number.isFinite(milliseconds) ? setTimeout(done, milliseconds) : undefined;
        this.#wake = () => {
          clearTimeout(timer);
          done();
        };
      });
      this.#wake = () => {};
    }
    const rang = this.#rang;
    this.#rang = false;
    return rang;
  }

  close(): Promise<void> {
    return this.#watcher.close();
  }

  #ring(): void {
    this.#rang = true;
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
