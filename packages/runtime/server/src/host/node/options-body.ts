/** Bodies that are no input: one client sends the parameters of an attach once more, as JSON in front of the input. */
import type { IncomingMessage } from 'node:http';

/** Engines lose it, since it comes with the head; whoever attaches does not want it on the input of the process. */
export function holdsOptions({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined && /^application\/json\b/i.test(headers['content-type'] ?? '');
}
