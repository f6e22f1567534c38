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
  let { sessions, failed } = await sessionsOf(options, []);
  if (failed !== undefined) throw failed.error;
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
      const before = JSON.stringify(failed?.error.problem);
      if (isAnyChanged || (hasChanged && failed !== undefined))
        ({ sessions, failed } = await sessionsOf(options, sessions));
      const problems = new Set([before]);
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
      if (failed !== undefined && !problems.has(JSON.stringify(failed.error.problem))) say(eventOf(failed));
      mayHaveMissed = hasChanged || isAnyChanged;
    }
  } finally {
    await watcher.close();
  }
}

/** The sessions of the APIs of the configuration, and the first API that has none because it is wrong. */
interface Sessions {
  readonly sessions: readonly Session[];
  readonly failed?: { readonly api?: string; readonly error: LadingError };
}

/** Returns a session for each API of the configuration: those of earlier, and new ones. */
async function sessionsOf(options: GenerateRequestOptions, earlier: readonly Session[]): Promise<Sessions> {
  const sessions: Session[] = [];
  let failed: Sessions['failed'];
  for (const api of await namesOf(options, earlier)) {
    const named = api === undefined ? {} : { api };
    const session = earlier.find((one) => one.api === api);
    try {
      sessions.push(session ?? (await Session.of({ ...options, ...named })));
    } catch (error) {
      if (!(error instanceof LadingError)) throw error;
      failed ??= { ...named, error };
    }
  }
  return { sessions, ...(failed && { failed }) };
}

/** Returns the names of the APIs; if the configuration is wrong, those of the sessions, which report it. */
async function namesOf(options: GenerateRequestOptions, earlier: readonly Session[]) {
  try {
    return await apiNames(options);
  } catch (error) {
    if (earlier.length === 0 || !(error instanceof LadingError)) throw error;
    return earlier.map(({ api }) => api);
  }
}

function eventOf({ error, ...named }: NonNullable<Sessions['failed']>): WatchEvent {
  return { ...named, changed: [], written: [], removed: [], warnings: [], milliseconds: 0, problem: error.problem };
}
