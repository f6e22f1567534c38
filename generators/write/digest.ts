/** The digests of files in the manifest and the journal. */
import { createHash } from 'node:crypto';

/** Returns the SHA-256 digest in hexadecimal, as `sha256sum` prints it. */
export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
