/** Closes a server: running requests have some time to finish, and are then aborted. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningCalls } from './node-request.js';

/** A listening server that can be closed. */
export interface Drain {
  /** Stops accepting connections, and closes connections without running requests. Settles when all are closed. */
  stop(): Promise<void>;
  /** Closes all connections immediately. */
  destroy(): void;
}

/** The time that calls have to end after they are aborted, in milliseconds. */
const abortTime = 500;

/** The interval at which the end of calls is checked, in milliseconds. */
const pollTime = 20;

/**
 * Closes all listening servers, and aborts the calls that do not finish.
 *
 * @param timeout the time to finish, in milliseconds
 */
export async function closeGracefully(
  drains: readonly Drain[],
  open: RunningCalls,
  closing: AbortController,
  timeout = 10_000,
): Promise<void> {
  const drained = Promise.all(drains.map((drain) => drain.stop()));
  let isDrained = drains.length === 0;
  void drained.then(() => (isDrained = true));
  const isFinished = (): boolean => isDrained && open.size === 0;
  await waitUntil(isFinished, timeout);
  const reason = new DOMException('the server is closed', 'AbortError');
  closing.abort(reason);
  for (const controller of open) controller.abort(reason);
  open.clear();
  await waitUntil(isFinished, abortTime);
  for (const drain of drains) drain.destroy();
  await drained;
}

async function waitUntil(isOver: () => boolean, time: number): Promise<void> {
  const end = performance.now() + time;
  // The end of closed sockets is noticed one turn of the event loop later.
  for (let pause = 1; !isOver() && performance.now() < end; pause = pollTime) await sleep(pause);
}
