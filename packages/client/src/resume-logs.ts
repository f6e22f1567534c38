/** Reads the output of a container over lost connections. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectionError, type OutputLine } from '@lading/runtime-client';
import type { AnyEngine } from '../gen/engine.js';

export interface ResumeLogsOptions {
  /** Lines since this moment, in seconds since 1970; by default all. */
  readonly since?: number;
  /** How long to try to connect again in milliseconds, until the error is thrown. @default 30000 */
  readonly patience?: number;
  readonly signal?: AbortSignal;
}

/** A line, with the time at which the container wrote it. */
export interface TimedLine extends OutputLine {
  /** With nanoseconds: `2024-05-17T09:41:00.123456789Z`. */
  readonly time: string;
}

/** The milliseconds between two attempts to connect. */
const pause = 500;

/** How long a connection without a line lasts at least in milliseconds, so that a later loss of it is a new one. */
const settled = 2000;

/**
 * Yields the lines of a container until it ends. When the connection is lost, or the engine restarts, it connects again and
 * continues with the time of the last line: a line is yielded once, and none is missed that the engine still has.
 *
 * @throws ConnectionError when the engine cannot be reached, or loses every connection at once, for as long as `patience`; the
 *   reason of the signal after an abort
 */
export async function* resumeLogs(
  engine: AnyEngine,
  container: string,
  { since = 0, patience = 30_000, signal }: ResumeLogsOptions = {},
): AsyncGenerator<TimedLine, void> {
  const options = signal ? { signal } : {};
  let from = Math.floor(since);
  let last = '';
  // The number of lines with the time of the last one, since a container can write two in a nanosecond.
  let sameTime = 0;
  let lostAt: number | undefined;
  let openedAt = Infinity;
  for (;;) {
    try {
      const query = { stdout: true, stderr: true, follow: true, timestamps: true, since: from };
      const logs = await engine.container.logs({ id: container, ...query }, options);
      openedAt = Date.now();
      let repeated = sameTime;
      for await (const { stream, line } of logs.lines()) {
        const [, time = '', text = ''] = /^(\S+) ?(.*)$/s.exec(line) ?? [];
        if (time < last || (time === last && repeated-- > 0)) continue;
        sameTime = time === last ? sameTime + 1 : 1;
        last = time;
        from = Math.floor(Date.parse(time) / 1000) || from;
        lostAt = undefined;
        yield { stream, line: text, time };
      }
      return;
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
