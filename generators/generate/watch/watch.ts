/** `generate --watch`: watches inputs and regenerates. */
import { LadingError } from '../../diagnostics/index.js';
import { apiNames, type GenerateRequestOptions } from '../generate-request.js';
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
  let sessions = await sessionsOf(options, []);
  const watcher = new FolderWatcher(signal);
  const inputs = () => sessions.flatMap((session) => session.inputs);
  try {
    await watcher.watch(inputs());
    for (const session of sessions) say(await session.run([]));
    let mayHaveMissed = true;
    while (!signal.aborted) {
      await watcher.watch(inputs());
      const isUnfinished = sessions.some((session) => session.isUnfinished);
      const hasChanged = await watcher.waitForChange(mayHaveMissed || isUnfinished ? QUIET : Infinity);
      if (hasChanged) while (await watcher.waitForChange(BURST));
      if (signal.aborted) break;
      const changes = sessions.map((session) => ({ session, changed: session.changed() }));
      const isAnyChanged = changes.some(({ changed }) => changed.length > 0);
      if (isAnyChanged) sessions = await sessionsOf(options, sessions);
      const problems = new Set<string>();
      for (const session of sessions) {
        const { changed = [] } = changes.find((one) => one.session === session) ?? {};
        const isRetry = !hasChanged && session.isUnfinished;
        if (changed.length === 0 && !isRetry && !session.isNew) continue;
        const event = await session.run(changed);
        // What is wrong with the configuration concerns all of its APIs.
        const problem = JSON.stringify(event.problem);
        if (event.problem === undefined || !problems.has(problem)) say(event);
        problems.add(problem);
      }
      mayHaveMissed = hasChanged || isAnyChanged;
    }
  } finally {
    await watcher.close();
  }
}

/** Returns a session for each API of the configuration: those of earlier, and new ones. */
async function sessionsOf(options: GenerateRequestOptions, earlier: readonly Session[]): Promise<readonly Session[]> {
  try {
    const sessions: Session[] = [];
    for (const api of await apiNames(options)) {
      const session = earlier.find((one) => one.api === api);
      sessions.push(session ?? (await Session.of({ ...options, ...(api !== undefined && { api }) })));
    }
    return sessions;
  } catch (error) {
    // The sessions report it.
    if (earlier.length === 0 || !(error instanceof LadingError)) throw error;
    return earlier;
  }
}
