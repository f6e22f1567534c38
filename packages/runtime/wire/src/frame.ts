/**
 * Encodes one frame of a multiplexed stream: a type, three zero bytes, the length as 32 bits big-endian, the payload.
 */
import { WireError } from './wire-error.js';

/** The names of the four multiplexed streams, in the order of the frame types 0 to 3. */
export type StreamName = 'stdin' | 'stdout' | 'stderr' | 'system';

/**
 * Returns the header and a copy of the payload in one array, for servers and tests.
 *
 * @throws WireError FRAME_INVALID if the length of the payload does not fit in 32 bits
 */
export function frame(type: 0 | 1 | 2 | 3, payload: Uint8Array): Uint8Array {
  const length = payload.length;
  if (length > 0xffffffff) throw new WireError('FRAME_INVALID', 'a frame has at most 4 GiB - 1 bytes');
  const bytes = new Uint8Array(8 + length);
  bytes[0] = type;
  bytes[4] = length >>> 24;
  bytes[5] = length >>> 16;
  bytes[6] = length >>> 8;
  bytes[7] = length;
  bytes.set(payload, 8);
  return bytes;
}
