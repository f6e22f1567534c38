/** `generate --watch`: stays, and generates again whenever an input is saved. */
import type { JobOptions } from '../job.js';
import { Bell } from './bell.js';
import type { WatchEvent } from './event.js';
import { Session } from './session.js';

export interface WatchOptions {
  /** Ends it, behind the run that goes on. */
  readonly signal: AbortSignal;
  readonly say: (event: WatchEvent) => void;
}

/** One save may be several events; of one that takes longer, a line may tell that half of it is none. */
const BURST = 3;
/** Nothing was saved for so long: time for what can wait, and to look for what no event told. */
const QUIET = 400;

/** @throws USAGE, CONFIG_…, EMITTER_… of what is there at the start; whatever happens later is said, and it goes on */
export async function watch(options: JobOptions, { signal, say }: WatchOptions): Promise<void> {
  const session = await Session.of(options);
  const bell = new Bell(signal);
  try {
    await bell.follow(session.inputs);
    say(await session.run([], 'too'));
    let mayHaveMissed = true;
    while (!signal.aborted) {
      await bell.follow(session.inputs);
      const rang = await bell.wait(mayHaveMissed || session.isUnfinished ? QUIET : Infinity);
      if (rang) while (await bell.wait(BURST));
      if (signal.aborted) break;
      const changed = session.changed();
      if (changed.length > 0) say(await session.run(changed, 'later'));
      else if (!rang && session.isUnfinished) say(await session.run([], 'too'));
      mayHaveMissed = rang || changed.length > 0;
    }
  } finally {
    await bell.close();
  }
}
