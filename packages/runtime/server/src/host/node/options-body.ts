/** Bodies that are not input: one client sends the parameters of an attach also as JSON before the input. */
import type { IncomingMessage } from 'node:http';

/**
 * Tells whether the body contains options. Engines discard it, since it arrives with the head, and it must not become
 * input of the process.
 */
export function hasOptionsBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined && /^application\/json\b/i.test(headers['content-type'] ?? '');
}
