/** The types of a version as emitters see them: the code of a type, and the symbols of the parts of operations. */
import type { CodeSymbol, TypesContext } from '../code/index.js';
import type { Operation } from '../ir/index.js';

/** The types that belong to an operation: of its parameters by location, of its request body, of its response. */
export type OperationPart = 'Path' | 'Query' | 'Headers' | 'Request' | 'Response';

export interface TypesApi extends Pick<TypesContext, 'package' | 'text'> {
  /** Returns the type that belongs to an operation, if there is one. */
  readonly part: (operation: Operation, part: OperationPart) => CodeSymbol | undefined;
}
