/** Output as frames. */
import { frame } from '@lading/runtime-wire';
import { mapped } from './iterate.js';
import type { OutputChunk } from './sources.js';

/** Of the engine itself: what follows is no output of the process but what went wrong. */
const systemError = 3;

/** One frame for each chunk; a failure is the last frame. */
export function framed(
  source: AsyncIterable<OutputChunk>,
  words: (error: unknown) => string,
): AsyncIterable<Uint8Array> {
  return mapped(
    source,
    ({ stream, data }) => outputFrame(stream, data),
    (error) => frame(systemError, Buffer.from(words(error))),
  );
}

export function outputFrame(stream: 'stdout' | 'stderr', data: Uint8Array | string): Uint8Array {
  return frame(stream === 'stderr' ? 2 : 1, typeof data === 'string' ? Buffer.from(data) : data);
}
