/** A named pipe of the machine, through which a log plugin receives entries. */
import { constants } from 'node:fs';
import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';

/** The time between two attempts to write into a full pipe, in milliseconds: doubled each time, up to the longest. */
const [retryDelay, longestDelay] = [10, 1000];

export class NamedPipe {
  readonly path: string;
  readonly #file: FileHandle;
  /** The writes in progress, one after the other. */
  #writes: Promise<void> = Promise.resolve();
  readonly #closing = new AbortController();

  private constructor(path: string, file: FileHandle) {
    this.path = path;
    this.#file = file;
  }

  /** @throws Error on machines without named pipes */
  static async create(): Promise<NamedPipe> {
    const folder = await mkdtemp(join(tmpdir(), 'lading-log-'));
    const path = join(folder, 'log');
    try {
      const { execFile } = await import('node:child_process');
      await promisify(execFile)('mkfifo', ['-m', '600', path]);
      // Opened for both, it waits for no reader, and a reader that goes away ends nothing.
      return new NamedPipe(path, await open(path, constants.O_RDWR | constants.O_NONBLOCK));
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** The promise waits for a reader that is slow. */
  write(data: Buffer): Promise<void> {
    return (this.#writes = this.#writes.then(() => this.#write(data)));
  }

  /** Closes the pipe, and removes it. What a reader has not taken until then may be lost. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#writes;
    await this.#file.close();
    await rm(dirname(this.path), { recursive: true, force: true });
  }

  async #write(data: Buffer): Promise<void> {
    const { signal } = this.#closing;
    let delay = retryDelay;
    for (let written = 0; written < data.length;) {
      try {
        written += (await this.#file.write(data, written)).bytesWritten;
        delay = retryDelay;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN' || signal.aborted) return;
        // Nobody may ever read.
        await setTimeout(delay, undefined, { signal }).catch(() => undefined);
        delay = Math.min(2 * delay, longestDelay);
      }
    }
  }
}
