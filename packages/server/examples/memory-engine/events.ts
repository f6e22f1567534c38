/** Delivers events to listeners, and stores the latest ones for listeners that ask for the past. */
import type { EventMessage, SystemEventsFilters, SystemEventsQuery } from '@lading/types-v1.44';
import { anyOf, hasLabels, momentOf } from './filters.js';

const maxPastEvents = 256;

export class Events {
  readonly #past: EventMessage[] = [];
  readonly #listeners = new Set<(event: EventMessage) => void>();

  emit(type: string, action: string, id: string, attributes: Readonly<Record<string, string>> = {}): void {
    const now = Date.now();
    const event: EventMessage = {
      // Old clients, which do not know event types, read these three properties.
      ...((type === 'container' || type === 'image') && {
        status: action,
        id,
        ...(type === 'container' && attributes['image'] !== undefined && { from: attributes['image'] }),
      }),
      Type: type,
      Action: action,
      Actor: { ID: id, Attributes: { ...attributes } },
      scope: 'local',
      time: Math.floor(now / 1000),
      timeNano: now * 1_000_000,
    };
    this.#past.push(event);
    if (this.#past.length > maxPastEvents) this.#past.shift();
    for (const listener of this.#listeners) listener(event);
  }

  /** The number of listeners. */
  get listeners(): number {
    return this.#listeners.size;
  }

  async *listen(query: SystemEventsQuery, signal: AbortSignal): AsyncGenerator<EventMessage> {
    const { since, until, filters = {} } = query;
    // A query with `until` but without `since` includes all stored events.
    const from = since !== undefined ? momentOf(since) : until === undefined ? Infinity : 0;
    const to = until === undefined ? Infinity : momentOf(until);
    const isWanted = (event: EventMessage): boolean => isMatch(event, filters) && event.timeNano / 1e6 <= to;
    const queue = this.#past.filter((event) => event.timeNano / 1e6 >= from && isWanted(event));
    let wake = (): void => undefined;
    const listener = (event: EventMessage): void => {
      if (isWanted(event)) queue.push(event);
      wake();
    };
    let timer: NodeJS.Timeout | undefined;
    // Timers may fire slightly early, and cannot run for more than 24 days.
    const wakeAtEnd = (): void => {
      const rest = to - Date.now();
      if (rest <= 0) wake();
      else timer = setTimeout(wakeAtEnd, Math.min(rest, 0x7fff_ffff));
    };
    if (to !== Infinity) wakeAtEnd();
    const onAbort = (): void => wake();
    this.#listeners.add(listener);
    signal.addEventListener('abort', onAbort);
    try {
      for (;;) {
        for (let event = queue.shift(); event !== undefined; event = queue.shift()) yield event;
        if (signal.aborted || Date.now() >= to) return;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      this.#listeners.delete(listener);
    }
  }
}

function isMatch({ Type, Action, Actor, scope }: EventMessage, filters: SystemEventsFilters): boolean {
  const { ID, Attributes } = Actor;
  // Matches events of the object itself, and others that concern it, such as a container that joins a network.
  const isAbout = (type: string, wanted: readonly string[] | undefined): boolean =>
    anyOf(wanted, (value) => {
      if (Type !== type) return Attributes?.[type] === value;
      const name = Attributes?.['name'];
      return (
        ID === value ||
        name === value ||
        (value.length >= 4 && ID.startsWith(value)) ||
        (type === 'image' && ID.startsWith(`${value}:`))
      );
    });
  return (
    anyOf(filters.type, (value) => value === Type) &&
    anyOf(filters.event, (value) => Action === value || Action.startsWith(`${value}:`)) &&
    anyOf(filters.scope, (value) => value === scope) &&
    hasLabels(Attributes, filters.label) &&
    isAbout('container', filters.container) &&
    isAbout('image', filters.image) &&
    isAbout('volume', filters.volume) &&
    isAbout('network', filters.network) &&
    anyOf(filters.daemon, () => false)
  );
}
