/** The time and the identifiers of an engine that sends the same responses in each run. */
import { createHash } from 'node:crypto';
import type { Clock, Ids } from '@lading/engine';

/** That of the examples in `spec/`. */
const start = Date.parse('2024-05-17T09:41:00Z');
const minute = 60_000;
/** The longest time that a timer of Node can run. */
const maxTimer = 0x7fff_ffff;

/** Time passes with timers alone, and from one sample to the next. */
export class SampleClock implements Clock {
  #now = start;
  /** What passed between samples beside their minutes. */
  #passed = 0;
  readonly #timers = new Set<NodeJS.Timeout>();

  now(): number {
    return this.#now;
  }

  pass(milliseconds: number): void {
    this.#passed += milliseconds;
    this.#now += milliseconds;
  }

  /** Each sample has its minute, also where a version lacks those before. */
  beginSample(position: number): void {
    this.#now = Math.max(this.#now, start + this.#passed + position * minute);
  }

  schedule(milliseconds: number, action: () => void): () => void {
    if (milliseconds > maxTimer) return () => undefined;
    const end = this.#now + milliseconds;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#now = Math.max(this.#now, end);
      action();
    }, milliseconds);
    this.#timers.add(timer);
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

/** Identifiers that look drawn, and are the same in each run. */
export class SampleIds implements Ids {
  #count = 0;
  /** The next one, if it is not drawn. */
  given: string | undefined;

  next(): string {
    const { given } = this;
    this.given = undefined;
    if (given !== undefined) return given;
    this.#count += 1;
    return createHash('sha256').update(`sample ${this.#count}`).digest('hex');
  }

  name(isTaken: (name: string) => boolean): string {
    for (let at = 1; ; at += 1) if (!isTaken(`keen_hopper${at}`)) return `keen_hopper${at}`;
  }
}
