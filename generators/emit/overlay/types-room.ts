/** What this emitter needs to know of the types of a version; whoever calls it says where that comes from. */
import type { CodeSymbol } from '../../code/index.js';
import type { Operation } from '../../ir/index.js';

export interface TypesRoom {
  /** The name of the types package. */
  readonly package: string;
  /** The type that belongs to an operation; whether there is one, the operation says. */
  readonly part: (operation: Operation, part: 'Request' | 'Response') => CodeSymbol;
}
