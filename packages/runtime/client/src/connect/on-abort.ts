/** Listens to abort signals with one listener per signal, however many calls share it: Node warns above ten. */
import type { Duplex, Readable } from 'node:stream';

class Listeners extends Set<() => void> {
  handleEvent(): void {
    for (const listener of this) listener();
  }
}

const bySignal = new WeakMap<AbortSignal, Listeners>();

/** Calls a function when the signal aborts. @returns a function that stops listening */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (signal === undefined) return () => undefined;
  let listeners = bySignal.get(signal);
  if (listeners === undefined) bySignal.set(signal, (listeners = new Listeners()));
  if (listeners.size === 0) signal.addEventListener('abort', listeners);
  listeners.add(listener);
  return () => {
    if (listeners.delete(listener) && listeners.size === 0) signal.removeEventListener('abort', listeners);
  };
}

/** Destroys a stream when the signal is aborted, with the signal's reason. */
export function destroyOnAbort(stream: Readable | Duplex, signal: AbortSignal | undefined): void {
  const ignoreAbort = onAbort(signal, () => {
    const reason: unknown = signal?.reason;
    stream.destroy(reason instanceof Error ? reason : new Error('aborted', { cause: reason }));
  });
  stream.once('close', ignoreAbort);
}
