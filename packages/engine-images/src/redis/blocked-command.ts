/** A command that waits until it has a reply, or for a time. */
import type { ValueType } from './database.js';
import type { Reply } from './reply.js';

export interface BlockedRequest {
  readonly keys: readonly string[];
  /** The type of the values that it waits for: while it waits, keys with other values are left out. Without one, all keys are tried. */
  readonly type?: ValueType;
  readonly attempt: (keys: readonly string[]) => Reply | undefined;
  /** Milliseconds; 0 waits for ever. */
  readonly timeout: number;
  /** The reply after the time. */
  readonly otherwise: Reply;
}

export class BlockedCommand {
  readonly request: BlockedRequest;

  constructor(request: BlockedRequest) {
    this.request = request;
  }

  /** @throws ErrorReply */
  attempt(): Reply | undefined {
    return this.request.attempt(this.request.keys);
  }
}
