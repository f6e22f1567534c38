/** What other emitters may ask about a client: how an operation is called. */
import type { Operation } from '../../ir/index.js';
import type { EmittedClient } from './emit-client.js';
import { inputOf, type PlaceKey } from './input.js';

export interface CalledAs {
  /** `engine.<noun>.<verb>({ … })` */
  readonly noun: string;
  readonly verb: string;
  /** Places of parameters that stand in an object of their own. */
  readonly nested: readonly PlaceKey[];
}

export function callsApi({ context }: EmittedClient): (operation: Operation) => CalledAs {
  return (operation) => ({
    noun: context.names.table(operation.noun).name,
    verb: operation.verb,
    nested: inputOf(operation, context).nested,
  });
}
