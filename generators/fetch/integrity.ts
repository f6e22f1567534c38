/** The digest by which a configuration pins the content of a document. */
import { createHash } from 'node:crypto';
import { LadingError } from '../diagnostics/index.js';

/** Returns the digest of a content: `sha256-` and base64, as in subresource integrity. */
export function integrityOf(content: Buffer): string {
  return `sha256-${createHash('sha256').update(content).digest('base64')}`;
}

/** @throws FETCH_INTEGRITY if the content has another digest than `expected` */
export function assertIntegrity(content: Buffer, expected: string | undefined, place: string): void {
  const actual = integrityOf(content);
  if (expected === undefined || actual === expected) return;
  throw new LadingError({
    code: 'FETCH_INTEGRITY',
    subject: `The content has the digest ${actual}, and not ${expected}`,
    place,
    remedy: 'Review what changed, then write the new digest as "integrity" into the configuration',
  });
}
