/** Digests of content. */
import { createHash } from 'node:crypto';

/** Returns `sha256:` and the digest in hexadecimal digits. */
export function digestOf(data: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(data).digest('hex')}`;
}
