/** Commands: functions of a client and its arguments. */
import type { BlockedCommand } from './blocked-command.js';
import type { Client } from './client.js';
import type { Reply } from './reply.js';

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
