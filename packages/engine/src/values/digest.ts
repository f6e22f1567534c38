/** Digests of content, and digits of identifiers. */
import { createHash } from 'node:crypto';

/** Returns `sha256:` and the digest in hexadecimal digits. */
export function digestOf(data: string | Uint8Array): string {
  return `sha256:${createHash('sha256').update(data).digest('hex')}`;
}

/** Converts hexadecimal digits to base 36. */
export function base36(hex: string, digits: number): string {
  return BigInt(`0x${hex}`).toString(36).padStart(digits, '0').slice(-digits);
}
