/** What an emitter may ask about the types of a version: how a type is written, and what the parts of operations are called. */
import type { CodeSymbol, TypesContext } from '../code/index.js';
import type { Operation } from '../ir/index.js';

/** The types that belong to an operation: of its parameters by their place, of its body, of its answer. */
export type OperationPart = 'Path' | 'Query' | 'Headers' | 'Request' | 'Response';

export interface TypesApi extends Pick<TypesContext, 'package' | 'text'> {
  /** The type that belongs to an operation, where there is one. */
  readonly part: (operation: Operation, part: OperationPart) => CodeSymbol | undefined;
}
