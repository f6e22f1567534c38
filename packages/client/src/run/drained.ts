/** Back-pressure of a stream that is written to. */
import type { Writable } from 'node:stream';

/** Resolves when the stream takes more, or takes nothing any more. */
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
