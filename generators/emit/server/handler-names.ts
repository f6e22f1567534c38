/** The server of a version as other emitters see it: the names of the handler of an operation. */
import type { HandlerNames, Operation } from '../../emitter/index.js';
import type { EmittedServer } from './emit-server.js';

export function handlerOf({ context: { names } }: EmittedServer): (operation: Operation) => HandlerNames {
  return (operation) => ({
    noun: operation.noun,
    verb: operation.verb,
    result: names.result(operation).name,
  });
}
