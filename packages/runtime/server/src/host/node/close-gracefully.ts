/** Closes a server: what is in flight may go to its end for a while, and what runs on then is aborted. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenCalls } from './node-request.js';

/** Something that listens, on its way to be closed. */
export interface Drain {
  /** Accepts nothing new, and closes connections as soon as nothing is in flight on them; settles when all are closed. */
  stop(): Promise<void>;
  /** Closes all connections as they are. */
  destroy(): void;
}

/** How long calls may take to end once they are aborted, in milliseconds. */
const abortTime = 500;

/** How often it is looked whether calls are over that come in elsewhere, in milliseconds. */
const pollTime = 20;

/** @param timeout in milliseconds */
export async function closeGracefully(
  drains: readonly Drain[],
  open: OpenCalls,
  closing: AbortController,
  timeout = 10_000,
): Promise<void> {
  const drained = Promise.all(drains.map((drain) => drain.stop()));
  let isDrained = drains.length === 0;
  void drained.then(() => (isDrained = true));
  const isOver = (): boolean => isDrained && open.size === 0;
  await waitUntil(isOver, timeout);
  const reason = new DOMException('the server is closed', 'AbortError');
  closing.abort(reason);
  for (const controller of open) controller.abort(reason);
  open.clear();
  await waitUntil(isOver, abortTime);
  for (const drain of drains) drain.destroy();
  await drained;
}

async function waitUntil(isOver: () => boolean, time: number): Promise<void> {
  const end = performance.now() + time;
  // Sockets that are closed are seen to be closed a turn later.
  for (let pause = 1; !isOver() && performance.now() < end; pause = pollTime) await sleep(pause);
}
