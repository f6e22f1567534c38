/** Commands: functions of a client and its arguments. */
import type { Client } from './client.js';
import type { Reply } from './reply.js';

/** A command that waits until it has a reply, or for a time. */
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

/** No reply, or one that was already sent. */
export const noReply = Symbol('no reply');

export type CommandResult = Reply | BlockedCommand | typeof noReply;

export interface Command {
  /** The number of arguments with the name; the least number if it is negative. */
  readonly arity: number;
  readonly run: (client: Client, args: readonly string[]) => CommandResult;
}

export type Commands = Readonly<Record<string, Command>>;

export function command(arity: number, run: Command['run']): Command {
  return { arity, run };
}
