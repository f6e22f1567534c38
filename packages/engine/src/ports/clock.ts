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
  /** Cancels all timers. */
  close(): void;
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
