/** The client of a version as other emitters see it: the names of the call of an operation. */
import type { CallNames, Operation } from '../../emitter/index.js';
import type { ClientEmitContext } from './client-emit-context.js';
import type { EmittedClient } from './emit-client.js';
import { inputOf } from './input.js';

export function callOf({ context }: EmittedClient): (operation: Operation) => CallNames {
  return (operation) => ({
    noun: context.names.member(operation.noun),
    verb: operation.verb,
    nested: inputOf(operation, context).nested,
    locations: context.runtime.locations,
    ...context.runtime.example(context.api),
    ...resultOf(operation, context),
  });
}

function resultOf(operation: Operation, context: ClientEmitContext): Pick<CallNames, 'result' | 'paged'> {
  const { kind, isPaged } = context.runtime.reading(operation, context);
  return {
    ...(kind !== undefined && { result: kind }),
    ...(isPaged && { paged: context.names.operation(operation).name }),
  };
}
