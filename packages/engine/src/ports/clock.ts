/** The port of time: moments and timers. */

export interface Clock {
  /** Returns the current time, in milliseconds since 1970. */
  now(): number;
  /**
   * Calls `action` once after some time.
   *
   * @param milliseconds may be Infinity: then the action is never called
   * @returns a function that cancels the timer
   */
  schedule(milliseconds: number, action: () => void): () => void;
  /**
   * Lets other work of the same moment come first. A clock that a test moves waits for all such work before time goes on.
   *
   * @param work that needs no time of this clock, such as the loading of a module; the next turn of the event loop by default
   */
  turn?(work?: Promise<void>): Promise<void>;
  /** Cancels all timers. */
  close(): void;
}

/** Lets other work of the same moment come first, by the clock if it counts such work. */
export function nextTurn(clock: Clock): Promise<void> {
  return clock.turn?.() ?? new Promise((resolve) => setImmediate(resolve));
}

/** Waits until the time has passed or the signal aborts. Never rejects. */
export function sleep(clock: Clock, milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const wake = (): void => {
      cancel();
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    const cancel = clock.schedule(milliseconds, wake);
    signal?.addEventListener('abort', wake);
  });
}
