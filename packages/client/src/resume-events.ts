/** Reads events over lost connections. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionError, ConnectionLost, type JsonStream } from '@lading/runtime-client';
import type { AnyEngine } from '../gen/engine.js';

/** An event of any version. */
export type EngineEvent =
  Awaited<ReturnType<AnyEngine['system']['events']>> extends JsonStream<infer Item> ? Item : never;

export interface ResumeOptions {
  readonly filters?: NonNullable<Parameters<AnyEngine['system']['events']>[0]>['filters'];
  /** Events since this moment, in seconds since 1970; by default those from now on. */
  readonly since?: number;
  /** How long to try to connect again in milliseconds, until the error is thrown. @default 30000 */
  readonly patience?: number;
  readonly signal?: AbortSignal;
}

/** The milliseconds between two attempts to connect. */
const pause = 500;

/** How long a connection without an event lasts at least in milliseconds, so that a later loss of it is a new one. */
const settled = 2000;

/**
 * Yields events until the loop is left. When the connection is lost, or the engine restarts, it connects again and continues
 * with the time of the last event: an event is yielded once, and none is missed that the engine still knows.
 *
 * @throws ConnectionError when the engine cannot be reached, or loses or ends every connection at once, for as long as `patience`;
 *   the reason of the signal after an abort
 */
export async function* resumeEvents(
  engine: AnyEngine,
  { filters, since = Date.now() / 1000, patience = 30_000, signal }: ResumeOptions = {},
): AsyncGenerator<EngineEvent, never> {
  const options = signal ? { signal } : {};
  let last = Math.floor(since);
  // The events of the last second, which are sent again: nanoseconds exceed the numbers of JavaScript.
  let latest = new Set<string>();
  let lostAt: number | undefined;
  let openedAt = Infinity;
  for (;;) {
    try {
      const stream = await engine.system.events({ since: String(last), ...(filters && { filters }) }, options);
      openedAt = Date.now();
      for await (const event of stream) {
        const key = JSON.stringify(event);
        const time = event.time ?? last;
        if (time < last || latest.has(key)) continue;
        if (time > last) [last, latest] = [time, new Set()];
        latest.add(key);
        lostAt = undefined;
        yield event;
      }
      // Without an end in the request, only an engine that stops ends the events.
      throw new ConnectionLost({
        operation: 'SystemEvents',
        method: 'GET',
        path: '/events',
        response: { status: 200 },
      });
    } catch (error) {
      signal?.throwIfAborted();
      if (Date.now() - openedAt >= settled) lostAt = undefined;
      openedAt = Infinity;
      lostAt ??= Date.now();
      if (!(error instanceof ConnectionError) || error.code === 'CLOSED' || Date.now() - lostAt >= patience)
        throw error;
    }
    await sleep(pause, undefined, options).catch(() => signal?.throwIfAborted());
  }
}
