/** Listens to abort signals with one listener per signal, however many calls share it: Node warns above ten. */

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
