/** Delivers events to listeners, and stores the latest ones for listeners that ask for the past. */
import { inMicroseconds } from '../values/date-time.js';
import type { Clock } from '../ports/clock.js';
import type { EventRecord, EventType } from './event-record.js';

/** The number of past events that engines store. */
const maxPastEvents = 256;

export interface EventQuery {
  /** The first moment, in milliseconds since 1970; without it, past events are not sent. */
  readonly from?: number | undefined;
  /** The last moment, after which the listener ends. */
  readonly to?: number | undefined;
  readonly isWanted?: (event: EventRecord) => boolean;
}

export class EventLog {
  readonly #clock: Clock;
  readonly #past: EventRecord[] = [];
  readonly #listeners = new Set<(event: EventRecord) => void>();
  #lastTime = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  emit(
    type: EventType,
    action: string,
    id: string,
    attributes: Readonly<Record<string, string>> = {},
    scope: EventRecord['scope'] = 'local',
  ): void {
    // A microsecond later than the last one at least: clients continue with `since` after the time of an event.
    const time = Math.max(this.#clock.now(), this.#lastTime + 0.001);
    this.#lastTime = time;
    const event: EventRecord = { type, action, id, attributes: { ...attributes }, scope, time };
    this.#past.push(event);
    if (this.#past.length > maxPastEvents) this.#past.shift();
    for (const listener of this.#listeners) listener(event);
  }

  /** The time of the engine, in milliseconds since 1970: never before its last event. */
  now(): number {
    return Math.max(this.#clock.now(), this.#lastTime);
  }

  /** The number of listeners. */
  get listeners(): number {
    return this.#listeners.size;
  }

  /** Returns the stored events of one type, for tests. */
  of(type: EventType): EventRecord[] {
    return this.#past.filter((event) => event.type === type);
  }

  /** Calls the listener with every event from now on. @returns a function that removes it */
  listen(listener: (event: EventRecord) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Returns past and future events until `to` or until the signal aborts. No event after this call is lost. */
  follow(query: EventQuery, signal: AbortSignal): AsyncGenerator<EventRecord> {
    const { from, to = Infinity, isWanted = () => true } = query;
    // A query with an end but without a start includes all stored events.
    const start = from ?? (to === Infinity ? Infinity : 0);
    const isSelected = (event: EventRecord): boolean =>
      inMicroseconds(event.time) <= inMicroseconds(to) && isWanted(event);
    const queue = this.#past.filter(
      (event) => inMicroseconds(event.time) >= inMicroseconds(start) && isSelected(event),
    );
    let wake = (): void => undefined;
    const stopListening = this.listen((event) => {
      if (isSelected(event)) queue.push(event);
      wake();
    });
    const cancel = this.#clock.schedule(to - this.#clock.now(), () => wake());
    const stop = (): void => {
      cancel();
      stopListening();
      signal.removeEventListener('abort', stop);
      wake();
    };
    signal.addEventListener('abort', stop);
    const isOver = (): boolean => signal.aborted || this.#clock.now() >= to;
    return (async function* () {
      try {
        for (;;) {
          for (let event = queue.shift(); event !== undefined; event = queue.shift()) yield event;
          if (isOver()) return;
          await new Promise<void>((resolve) => (wake = resolve));
        }
      } finally {
        stop();
      }
    })();
  }
}
