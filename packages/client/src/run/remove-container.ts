/** Removes a container, whether it runs or not, within a time limit. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Conflict, NotFound } from '@lading/runtime-client';
import type { AnyEngine } from '../../gen/engine.js';

/** @returns undefined, or the error if the container could not be removed */
export async function removeContainer(engine: AnyEngine, id: string, signal: AbortSignal): Promise<unknown> {
  for (let left = 50; ; left -= 1) {
    try {
      await engine.container.delete({ id, force: true, v: true }, { signal });
      return undefined;
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      // An aborted start may still be in progress, or the engine may be removing the container by itself.
      if (!(error instanceof Conflict) || left === 0) return error;
    }
    await sleep(100);
  }
}
