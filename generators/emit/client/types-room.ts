/** What this emitter needs to know of the types of a version; whoever calls it says where that comes from. */
import type { CodeSymbol } from '../../code/index.js';
import type { Operation, Type } from '../../ir/index.js';

export interface TypesRoom {
  /** The name of the types package. */
  readonly package: string;
  /** The text of a type, in which shapes are mentions. */
  readonly text: (type: Type) => string;
  /** The type that belongs to an operation; whether there is one, the operation says. */
  readonly part: (operation: Operation, part: 'Path' | 'Query' | 'Headers' | 'Request' | 'Response') => CodeSymbol;
  /** Where a type of the package is declared: the same for two versions that share it. */
  readonly origin: (symbol: CodeSymbol) => CodeSymbol | undefined;
}
