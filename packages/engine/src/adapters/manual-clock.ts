/** A clock that a test moves. */
import type { Clock } from '../ports/clock.js';

/** Programs use turns that the clock does not count: a few in a row. */
const quietTurns = 5;

/** Work that never ends does not stop the time. */
const maxTurns = 10_000;

function nextImmediate(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

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
  /** The pieces of work that wait for their turn. */
  readonly #waiting = new Set<Promise<void>>();

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
      await this.#settle();
    }
    this.#now = end;
    await this.#settle();
  }

  async turn(work = nextImmediate()): Promise<void> {
    this.#waiting.add(work);
    await work.finally(() => this.#waiting.delete(work));
  }

  close(): void {
    this.#timers.clear();
  }

  /** Waits for work that needs no time, such as the end of a program: until none has waited for its turn for a while. */
  async #settle(): Promise<void> {
    for (let quiet = 0, turns = 0; quiet < quietTurns && turns < maxTurns; turns += 1) {
      await Promise.allSettled([nextImmediate(), ...this.#waiting]);
      quiet = this.#waiting.size === 0 ? quiet + 1 : 0;
    }
  }

  #next(end: number): ManualTimer | undefined {
    let earliest: ManualTimer | undefined;
    for (const timer of this.#timers)
      if (timer.time <= end && (earliest === undefined || timer.time < earliest.time)) earliest = timer;
    return earliest;
  }
}
