/** The clock of the machine. */
import type { Clock } from '../ports/clock.js';

/** The longest time that a timer of Node can run, in milliseconds. */
const maxTimer = 0x7fff_ffff;

export class RealClock implements Clock {
  readonly #timers = new Set<NodeJS.Timeout>();

  now(): number {
    return Date.now();
  }

  schedule(milliseconds: number, action: () => void): () => void {
    if (milliseconds === Infinity) return () => undefined;
    const end = Date.now() + milliseconds;
    let timer: NodeJS.Timeout;
    const start = (rest: number): void => {
      timer = setTimeout(
        () => {
          this.#timers.delete(timer);
          // Timers may fire slightly early, and run for 24 days at most.
          const left = end - Date.now();
          if (left > 0) start(left);
          else action();
        },
        Math.min(rest, maxTimer),
      );
      this.#timers.add(timer);
    };
    start(milliseconds);
    return () => {
      clearTimeout(timer);
      this.#timers.delete(timer);
    };
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
