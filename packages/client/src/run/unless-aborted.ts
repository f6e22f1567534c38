/** Waiting that an abort ends at once, whatever is waited for. */

/** What is given up goes on by itself; how it ends is of no interest then. */
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
