/** A clock that a test moves. */
import type { Clock } from '../ports/clock.js';

interface ManualTimer {
  readonly time: number;
  readonly action: () => void;
}

/**
 * Time stands still until the test advances it.
 *
 * @example
 * const clock = new ManualClock();
 * await using engine = await startEngine({ clock });
 * await clock.advance(60_000); // health checks, restarts and timeouts of this minute happen now
 */
export class ManualClock implements Clock {
  #now: number;
  readonly #timers = new Set<ManualTimer>();

  /** @param start the first moment, in milliseconds since 1970; the current time by default */
  constructor(start: number = Date.now()) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  schedule(milliseconds: number, action: () => void): () => void {
    if (milliseconds === Infinity) return () => undefined;
    const timer = { time: this.#now + Math.max(0, milliseconds), action };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** Moves the time forward. Timers run in their order, each followed by the work that it causes. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#now + milliseconds;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#now = Math.max(this.#now, next.time);
      this.#timers.delete(next);
      next.action();
      await settled();
    }
    this.#now = end;
    await settled();
  }

  close(): void {
    this.#timers.clear();
  }

  #next(end: number): ManualTimer | undefined {
    let earliest: ManualTimer | undefined;
    for (const timer of this.#timers)
      if (timer.time <= end && (earliest === undefined || timer.time < earliest.time)) earliest = timer;
    return earliest;
  }
}

/** Waits for work that needs no time, such as the end of a program. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
