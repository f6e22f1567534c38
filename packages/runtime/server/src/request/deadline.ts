/** Deadlines that share one timer: a separate timer for every request would cost more than reading the request. */

interface Deadline {
  /** The time of expiry, in ticks of the timer. */
  readonly due: number;
  readonly expire: () => void;
}

/** The time between two ticks, in milliseconds. A deadline may expire up to two ticks late, and never early. */
const tickLength = 100;

const deadlines = new Set<Deadline>();
let ticks = 0;
let timer: NodeJS.Timeout | undefined;

/** Calls `expire` when the time is over. The returned function cancels the deadline. */
export function deadline(milliseconds: number, expire: () => void): () => void {
  // Counted in ticks, since reading the clock would take longer than the rest of this function.
  const entry: Deadline = { due: ticks + Math.ceil(milliseconds / tickLength) + 1, expire };
  deadlines.add(entry);
  timer ??= setInterval(tick, tickLength).unref();
  return () => void deadlines.delete(entry);
}

function tick(): void {
  ticks += 1;
  if (deadlines.size === 0) {
    clearInterval(timer);
    timer = undefined;
    return;
  }
  for (const entry of deadlines) {
    if (entry.due > ticks) continue;
    deadlines.delete(entry);
    entry.expire();
  }
}
