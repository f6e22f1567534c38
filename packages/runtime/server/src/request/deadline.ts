/** One timer for all that may take too long: a timer of its own for every request would cost more than reading it. */

interface Deadline {
  readonly due: number;
  readonly expire: () => void;
}

/** How late a deadline may be noticed, in milliseconds. */
const grain = 100;

const open = new Set<Deadline>();
let timer: NodeJS.Timeout | undefined;

/** Calls `expire` when the time is over, unless what is given back was called before. */
export function deadline(milliseconds: number, expire: () => void): () => void {
  const entry: Deadline = { due: performance.now() + milliseconds, expire };
  open.add(entry);
  timer ??= setInterval(sweep, grain).unref();
  return () => void open.delete(entry);
}

function sweep(): void {
  if (open.size === 0) {
    clearInterval(timer);
    timer = undefined;
    return;
  }
  const now = performance.now();
  for (const entry of open) {
    if (entry.due > now) continue;
    open.delete(entry);
    entry.expire();
  }
}
