/** Collects the output of a process, or passes it to streams. */
import type { Writable } from 'node:stream';
import { InputError, type Output } from '@lading/runtime-client';

/** The streams that receive output; without one, the output is collected. */
export interface OutputSinks {
  readonly stdout: Writable | undefined;
  readonly stderr: Writable | undefined;
}

/** @throws InputError `SINK_CLOSED` if a stream is closed before the end */
export async function collectOutput(
  output: Output,
  { stdout, stderr }: OutputSinks,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  const pieces: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] };
  const sinks = { stdout, stderr };
  const watched = [stdout, stderr].filter((sink) => sink !== undefined);
  // A stream that fails while nothing is written to it must end the run, not the process.
  const left = () => output.close();
  for (const sink of watched) for (const name of ['close', 'error']) sink.on(name, left);
  try {
    for await (const { stream, data } of output) {
      const sink = sinks[stream];
      if (sink === undefined) pieces[stream].push(Buffer.from(data));
      else if (!sink.write(data) && !sink.destroyed) await drained(sink);
    }
  } finally {
    for (const sink of watched) for (const name of ['close', 'error']) sink.off(name, left);
  }
  const broken = watched.find((sink) => sink.destroyed || sink.errored);
  if (broken !== undefined) {
    throw new InputError('SINK_CLOSED', 'A stream for output was closed before the container had ended.', {
      cause: broken.errored,
    });
  }
  return { stdout: Buffer.concat(pieces.stdout).toString(), stderr: Buffer.concat(pieces.stderr).toString() };
}

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
