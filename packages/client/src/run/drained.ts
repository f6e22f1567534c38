/** Waits for a writable stream under back-pressure. */
import type { Writable } from 'node:stream';

/** Resolves when the stream accepts more data, or has ended. */
export function drained(sink: Writable): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      for (const name of ['drain', 'close', 'error']) sink.off(name, done);
      resolve();
    };
    for (const name of ['drain', 'close', 'error']) sink.once(name, done);
    if (sink.destroyed) done();
  });
}
