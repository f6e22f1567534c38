/** Recognizes archives, which ADD extracts. */
import { isCompressed } from '../filesystem/decompress.js';

/** Whether the bytes are those of a tar archive, or compressed. */
export function isArchive(data: Buffer): boolean {
  return isCompressed(data) || data.subarray(257, 262).toString('latin1') === 'ustar';
}
