/** A command that waits until it has a reply, or for a time. */
import type { Reply } from './reply.js';

export class BlockedCommand {
  readonly attempt: () => Reply | undefined;
  /** Milliseconds; 0 waits for ever. */
  readonly timeout: number;
  /** The reply after the time. */
  readonly otherwise: Reply;

  constructor(attempt: () => Reply | undefined, timeout: number, otherwise: Reply) {
    this.attempt = attempt;
    this.timeout = timeout;
    this.otherwise = otherwise;
  }
}
