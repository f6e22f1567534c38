/** `generate --watch`: watches inputs and regenerates. */
import type { GenerateRequestOptions } from '../generate-request.js';
import { FolderWatcher } from './folder-watcher.js';
import type { WatchEvent } from './event.js';
import { Session } from './session.js';

export interface WatchOptions {
  /** Ends watching, after the current run. */
  readonly signal: AbortSignal;
  readonly say: (event: WatchEvent) => void;
}

/** The time in which several events belong to one save, in milliseconds. */
const BURST = 3;
/** The time without changes after which a busy folder is tried again and changes without an event are looked for, in milliseconds. */
const QUIET = 400;

/** @throws USAGE, CONFIG_…, EMITTER_… at the start; later errors are reported as events, and watching continues */
export async function watch(options: GenerateRequestOptions, { signal, say }: WatchOptions): Promise<void> {
  const session = await Session.of(options);
  const watcher = new FolderWatcher(signal);
  try {
    await watcher.watch(session.inputs);
    say(await session.run([]));
    let mayHaveMissed = true;
    while (!signal.aborted) {
      await watcher.watch(session.inputs);
      const hasChanged = await watcher.waitForChange(mayHaveMissed || session.isUnfinished ? QUIET : Infinity);
      if (hasChanged) while (await watcher.waitForChange(BURST));
      if (signal.aborted) break;
      const changed = session.changed();
      if (changed.length > 0) say(await session.run(changed));
      else if (!hasChanged && session.isUnfinished) say(await session.run([]));
      mayHaveMissed = hasChanged || changed.length > 0;
    }
  } finally {
    await watcher.close();
  }
}
