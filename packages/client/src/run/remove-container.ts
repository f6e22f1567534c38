/** Removes a container, running or not, in a limited time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Conflict, NotFound } from '@lading/runtime-client';
import type { AnyEngine } from '../../gen/engine.js';

/** @returns why it is still there, if it is */
export async function removeContainer(engine: AnyEngine, id: string, signal: AbortSignal): Promise<unknown> {
  for (let left = 50; ; left -= 1) {
    try {
      await engine.container.delete({ id, force: true, v: true }, { signal });
      return undefined;
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      // A start that was given up may still be under way, or the engine is about to remove it by itself.
      if (!(error instanceof Conflict) || left === 0) return error;
    }
    await sleep(100);
  }
}
