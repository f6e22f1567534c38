/** Encodes output as frames. */
import { frame } from '@lading/runtime-wire';
import { mapItems } from './iterate.js';
import type { OutputChunk } from './sources.js';

/** The frame type of the engine's own errors, as opposed to output of the process. */
const systemErrorType = 3;

/** Encodes each chunk as one frame. An error is encoded as the last frame. */
export function encodeFrames(
  source: AsyncIterable<OutputChunk>,
  failureMessage: (error: unknown) => string,
): AsyncIterable<Uint8Array> {
  return mapItems(
    source,
    ({ stream, data }) => outputFrame(stream, data),
    (error) => frame(systemErrorType, Buffer.from(failureMessage(error))),
  );
}

export function outputFrame(stream: 'stdout' | 'stderr', data: Uint8Array | string): Uint8Array {
  return frame(stream === 'stderr' ? 2 : 1, typeof data === 'string' ? Buffer.from(data) : data);
}
