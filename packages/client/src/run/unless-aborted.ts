/** Stops waiting for a promise when a signal is aborted. */

/** Rejects with the reason of the signal on an abort. The promise itself continues; its result is then ignored. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    const settle = (): void => signal.removeEventListener('abort', abort);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject);
    promise.then(settle, settle);
  });
}
