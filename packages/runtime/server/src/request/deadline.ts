/** One timer for all that may take too long: a timer of its own for every request would cost more than reading it. */

interface Deadline {
  /** In turns of the timer. */
  readonly due: number;
  readonly expire: () => void;
}

/** Between two turns, in milliseconds. A deadline may be noticed two turns too late, and never too early. */
const grain = 100;

const open = new Set<Deadline>();
let turns = 0;
let timer: NodeJS.Timeout | undefined;

/** Calls `expire` when the time is over, unless what is given back was called before. */
export function deadline(milliseconds: number, expire: () => void): () => void {
  // In turns, since to ask for the time takes longer than all the rest of this.
  const entry: Deadline = { due: turns + Math.ceil(milliseconds / grain) + 1, expire };
  open.add(entry);
  timer ??= setInterval(turn, grain).unref();
  return () => void open.delete(entry);
}

function turn(): void {
  turns += 1;
  if (open.size === 0) {
    clearInterval(timer);
    timer = undefined;
    return;
  }
  for (const entry of open) {
    if (entry.due > turns) continue;
    open.delete(entry);
    entry.expire();
  }
}
