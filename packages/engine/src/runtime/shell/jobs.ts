/** The processes that a shell has started in the background. */
import type { ProcessEntry } from '../process-entry.js';

export interface Job {
  readonly number: number;
  readonly entry: ProcessEntry;
}

export class Jobs {
  readonly #jobs: Job[] = [];
  lastPid: number | undefined;

  add(entry: ProcessEntry): void {
    this.#jobs.push({ number: (this.#jobs.at(-1)?.number ?? 0) + 1, entry });
    this.lastPid = entry.pid;
  }

  all(): readonly Job[] {
    return [...this.#jobs];
  }

  /** Finds a job by its number, such as `%1`, or by the number of its process. */
  find(word: string): Job | undefined {
    if (/^%[%+]?$/.test(word)) return this.#jobs.at(-1);
    const [, number] = /^%(\d+)$/.exec(word) ?? [];
    return this.#jobs.find((job) =>
      number === undefined ? String(job.entry.pid) === word : job.number === Number(number),
    );
  }

  /** Forgets a job whose end was reported. */
  forget(job: Job): void {
    const index = this.#jobs.indexOf(job);
    if (index >= 0) this.#jobs.splice(index, 1);
  }
}
