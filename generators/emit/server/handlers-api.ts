/** What other emitters may ask about a server: how the handler of an operation is called. */
import type { Operation } from '../../ir/index.js';
import type { EmittedServer } from './emit-server.js';

export interface HandledAs {
  /** `{ <noun>: { <verb>: … } }` */
  readonly noun: string;
  readonly verb: string;
  /** The name of the type of what it gives. */
  readonly result: string;
}

export function handlersApi({ context: { names } }: EmittedServer): (operation: Operation) => HandledAs {
  return (operation) => ({
    noun: names.noun(operation.noun),
    verb: names.verb(operation),
    result: names.result(operation).name,
  });
}
