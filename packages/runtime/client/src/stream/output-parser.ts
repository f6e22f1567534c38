/** Splits the bytes of a container's output into its two streams. */
import { FrameReader } from '@lading/runtime-wire';
import { StreamError } from '../error/index.js';
import type { Parser, StreamContext } from './stream-context.js';

/** The stream that output was written to. */
export type OutputName = 'stdout' | 'stderr';

/** The maximum length of a failure in a frame. */
const longestReason = 65_536;

/**
 * Separates the streams; parts of a frame are passed on as they arrive. With a terminal there are no frames, and all output
 * is stdout. A failure frame of the engine (such as a log that cannot be read further) throws StreamError.
 */
export function outputParser(
  context: StreamContext,
  tty: boolean,
  emit: (stream: OutputName, data: Buffer) => void,
): Parser {
  if (tty) return { push: (chunk) => emit('stdout', chunk), end() {} };
  const reason: Buffer[] = [];
  let length = 0;
  const fail = (): never => {
    throw new StreamError(Buffer.concat(reason).toString().trim() || 'the engine gave no reason', context);
  };
  const reader = new FrameReader((type, payload, last) => {
    if (type !== 3) {
      if (payload.length > 0) emit(type === 2 ? 'stderr' : 'stdout', asBuffer(payload));
      return;
    }
    reason.push(asBuffer(payload));
    length += payload.length;
    if (last || length >= longestReason) fail();
  });
  return {
    push: (chunk) => reader.push(chunk),
    end() {
      if (length > 0) fail();
      reader.end();
    },
  };
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
