/** The fingerprint of a file's bytes, as the manifest and the journal keep it. */
import { createHash } from 'node:crypto';

/** SHA-256 in hexadecimal, as `sha256sum` prints it. */
export function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
